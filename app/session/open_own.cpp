#include "app/session/open_own.h"

#include <algorithm>

#include "app/session/lesson_comments.h"
#include "app/session/own_files.h"
#include "app/session/resident_notes.h"
#include "kernels/base/stopped.h"
#include "kernels/own/probe.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/run.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

// What the person is to know of it.
std::vector<Text> notes_of(const OwnFile& file, const OwnLaunch& launch) {
  std::vector<Text> notes;
  if (!file.loaded.shipped.empty()) {
    notes.push_back(tr("its PTX is the one that ships for this text ({}): no compiler was needed",
                       file.loaded.shipped));
  }
  if (!launch.is_guessed) return notes;
  notes.push_back(tr("its launch is guessed: the form says from what"));
  for (const Text& assumption : launch.form.assumptions) notes.push_back(assumption);
  return notes;
}

}  // namespace

Result<KernelResultPtr> open_own(const Selection& selection, const run::Options& options,
                                 OwnFiles& files) {
  const std::string& path = selection.capture;
  if (selection.backend == Backend::gpu) {
    return fail(
        tr("own kernels run on the CPU here: press Ctrl + G, or warplens trace --backend gpu"));
  }
  TRY(const OwnFilePtr file, files.load(path, selection.recording, options.machine.stop));
  TRY(const auto launch, files.launch(file, selection.own, options.machine.stop));
  if (launch.guess_error) return fail(*launch.guess_error);
  own::LaunchForm form = launch.form;
  TRY(own::resize_guess(form, selection.parameters, file->loaded, options.machine.stop));
  TRY(const auto kernel, own::own_kernel(form, file->loaded, fs::path(path).parent_path()));
  TRY(auto ran, run::run_own(kernel, options));
  ran.parameters = selection.parameters;
  if (const auto assets = run::find_assets(); assets.has_value()) {
    ran.chinese_sources =
        std::make_shared<const trace::Sources>(chinese_lesson_sources(*assets, *ran.sources));
  }
  std::ranges::move(resident_notes(*file->loaded.module, ran), std::back_inserter(ran.notes));
  const auto run = std::make_shared<const trace::Run>(std::move(ran));
  const auto code = wanted_code(selection, *run, 0, options.machine.stop);
  KernelResult result = analyse(selection, run, code.has_value() ? &*code : nullptr);
  std::ranges::move(notes_of(*file, launch), std::back_inserter(result.notes));
  result.own = launch;
  result.own->form = std::move(form);
  if (is_stopped(options.machine.stop)) return fail(tr("cancelled"));
  return std::make_shared<const KernelResult>(std::move(result));
}

}  // namespace warplens::session
