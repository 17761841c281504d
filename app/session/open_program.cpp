#include "app/session/open_program.h"

#include "app/session/resident_notes.h"
#include "kernels/base/stopped.h"
#include "kernels/run/own_kernel.h"

namespace warplens::session {

Result<KernelResultPtr> open_program(const Selection& selection, const run::Options& options,
                                     CapturedPrograms& programs) {
  if (selection.backend == Backend::gpu) {
    return fail(tr(
        "captured launches run on the CPU here: press Ctrl + G, or warplens trace --backend gpu"));
  }
  TRY(const auto replay, programs.replay(selection, options.machine.stop));
  TRY(auto ran, run::run_own(replay.kernel, options));
  std::ranges::move(resident_notes(*replay.loaded.module, ran), std::back_inserter(ran.notes));
  const auto run = std::make_shared<const trace::Run>(std::move(ran));
  const auto code = wanted_code(selection, *run, 0, options.machine.stop);
  KernelResult result = analyse(selection, run, code.has_value() ? &*code : nullptr);
  if (is_stopped(options.machine.stop)) return fail(tr("cancelled"));
  return std::make_shared<const KernelResult>(std::move(result));
}

}  // namespace warplens::session
