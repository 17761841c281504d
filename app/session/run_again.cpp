#include "app/session/run_again.h"

#include "app/session/kernel_file.h"
#include "app/session/own_files.h"
#include "kernels/run/run_plan.h"
#include "viz/swizzle/run_with_index.h"

namespace warplens::session {
namespace {

Result<trace::Run> run_selection(const run::Catalogue& catalogue, const Selection& selection,
                                 const run::Options& options) {
  if (!selection.index.empty()) {
    return swizzle::run_with_index(catalogue, selection.kernel, selection.parameters,
                                   selection.index, options);
  }
  TRY(auto planned, run::plan_variant(catalogue, selection.kernel, selection.parameters));
  planned.plan.reference = nullptr;
  return run::run_planned(catalogue, planned, options);
}

Result<trace::Run> run_unchecked(run::OwnKernel kernel, const run::Options& options) {
  kernel.expectations.clear();
  kernel.references.clear();
  return run::run_own(kernel, options);
}

Result<trace::Run> run_own_file(const Selection& selection, const own::LaunchForm& form,
                                OwnFiles& files, const run::Options& options) {
  TRY(const OwnFilePtr file,
      files.load(selection.capture, selection.recording, options.machine.stop));
  TRY(auto kernel,
      own::own_kernel(form, file->loaded, std::filesystem::path(selection.capture).parent_path()));
  return run_unchecked(std::move(kernel), options);
}

Result<trace::Run> run_captured(const Selection& selection, OwnFiles& files,
                                const run::Options& options) {
  TRY(auto replay, files.programs().replay(selection, options.machine.stop));
  return run_unchecked(std::move(replay.kernel), options);
}

}  // namespace

RunAgain run_again(std::shared_ptr<const run::Catalogue> catalogue, const KernelResultPtr& result,
                   const std::shared_ptr<OwnFiles>& own) {
  const Selection& selection = result->selection;
  if (selection.capture.empty()) return run_again(std::move(catalogue), selection);
  if (selection.is_program) {
    return [own, selection](const run::Options& options) {
      return run_captured(selection, *own, options);
    };
  }
  if (!is_kernel_file(selection.capture) || !result->own) return nullptr;
  return [own, selection, form = result->own->form](const run::Options& options) {
    return run_own_file(selection, form, *own, options);
  };
}

RunAgain run_again(std::shared_ptr<const run::Catalogue> catalogue, Selection selection) {
  return [catalogue = std::move(catalogue), selection = std::move(selection)](
             const run::Options& options) { return run_selection(*catalogue, selection, options); };
}

RunAgain run_own_again(run::OwnKernel kernel) {
  return [kernel = std::move(kernel)](const run::Options& options) {
    return run_unchecked(kernel, options);
  };
}

run::Options recording_block(std::uint64_t block, run::Options options) {
  options.keep_buffers = false;
  options.machine.recording = machine::Recording::events;
  options.machine.first_block = block;
  options.machine.block_count = 1;
  return options;
}

}  // namespace warplens::session
