#include "app/session/open_capture.h"

#include "kernels/base/stopped.h"
#include "kernels/run/run.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
namespace {

// Error: the path holds another recording than the one that was chosen.
Result<void> check_is_chosen(const Selection& selection) {
  const bool is_any = selection.recording == 0;
  if (is_any || selection.recording == trace::capture_stamp(selection.capture)) return {};
  return fail(tr("'{}' has been recorded again since: open it once more", selection.capture));
}

}  // namespace

Result<KernelResultPtr> open_capture(const Selection& selection, const std::stop_token& stop,
                                     const run::Catalogue* catalogue) {
  TRY(check_is_chosen(selection));
  TRY(auto read, trace::read_capture(selection.capture, stop));
  // What was read may be the one that came in between.
  TRY(check_is_chosen(selection));
  if (is_stopped(stop)) return fail(tr("cancelled"));
  if (catalogue != nullptr) {
    read.chinese_sources =
        std::make_shared<const trace::Sources>(catalogue->chinese_sources(*read.sources));
  }
  const auto run = std::make_shared<const trace::Run>(std::move(read));
  const auto code = wanted_code(selection, *run, 0, stop);
  KernelResult result = analyse(selection, run, code.has_value() ? &*code : nullptr);
  if (catalogue != nullptr) result.gemm = gemm_roles(*catalogue, run->kernel());
  result.is_recorded = true;
  return std::make_shared<const KernelResult>(std::move(result));
}

}  // namespace warplens::session
