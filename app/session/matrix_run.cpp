#include "app/session/matrix_run.h"

#include "app/session/kernel_file.h"
#include "app/session/own_files.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/run_plan.h"
#include "viz/swizzle/run_with_index.h"

namespace warplens::session {
namespace {

run::Options recording(run::Options options, const machine::MatrixRecords::Place& place,
                       machine::MatrixRecords& records) {
  options.keep_buffers = false;
  options.machine.recording = machine::Recording::events;
  options.machine.first_block = place.block;
  options.machine.block_count = 1;
  options.machine.matrices = &records;
  return options;
}

Result<trace::Run> run_again(const run::Catalogue& catalogue, const Selection& selection,
                             const run::Options& options) {
  if (!selection.index.empty()) {
    return swizzle::run_with_index(catalogue, selection.kernel, selection.parameters,
                                   selection.index, options);
  }
  TRY(auto planned, run::plan_variant(catalogue, selection.kernel, selection.parameters));
  planned.plan.reference = nullptr;
  return run::run_plan(planned.plan, {selection.kernel, planned.module}, options);
}

Result<trace::Run> run_own_again(const Selection& selection, const own::LaunchForm& form,
                                 OwnFiles& files, const run::Options& options) {
  TRY(const OwnFilePtr file,
      files.load(selection.capture, selection.recording, options.machine.stop));
  TRY(auto kernel,
      own::own_kernel(form, file->loaded, std::filesystem::path(selection.capture).parent_path()));
  kernel.expectations.clear();
  kernel.references.clear();
  return run::run_own(kernel, options);
}

// The instructions alone, of the text that the run kept.
Result<fragments::MatrixRun> unrecorded(const KernelResult& result,
                                        const machine::MatrixRecords::Place& place) {
  fragments::MatrixRun run;
  run.trace = result.launches[place.launch].trace;
  if (result.run->ptx->empty()) return run;
  TRY(auto module, ptx::parse(*result.run->ptx, "recorded.ptx"));
  TRY(run.program, machine::Program::load(std::make_shared<const ptx::Module>(std::move(module)),
                                          run.trace->entry));
  run.instructions = machine::matrix_instructions(*run.program);
  return run;
}

}  // namespace

Result<fragments::MatrixRun> run_with_records(const machine::MatrixRecords::Place& place,
                                              const RunAgain& again, run::Options options) {
  const auto records = std::make_shared<machine::MatrixRecords>(place);
  TRY(const auto run, again(recording(std::move(options), place, *records)));
  if (place.launch >= run.traces.size() || !records->program()) {
    return fail(tr("the run ended before this launch"));
  }
  return fragments::MatrixRun{records, run.traces[place.launch], records->program(),
                              machine::matrix_instructions(*records->program())};
}

MakeMatrixRun matrix_run(std::shared_ptr<const run::Catalogue> catalogue,
                         const KernelResultPtr& result, const std::shared_ptr<OwnFiles>& own,
                         machine::MatrixRecords::Place place) {
  const Selection& selection = result->selection;
  if (!selection.capture.empty() && (!is_kernel_file(selection.capture) || !result->own)) {
    return [result, place](const std::stop_token& /*stop*/) { return unrecorded(*result, place); };
  }
  RunAgain again;
  if (selection.capture.empty()) {
    again = [catalogue = std::move(catalogue), selection](const run::Options& options) {
      return run_again(*catalogue, selection, options);
    };
  } else {
    again = [own, selection, form = result->own->form](const run::Options& options) {
      return run_own_again(selection, form, *own, options);
    };
  }
  return [place, again = std::move(again)](const std::stop_token& stop) {
    run::Options options;
    options.machine.stop = stop;
    return run_with_records(place, again, std::move(options));
  };
}

}  // namespace warplens::session
