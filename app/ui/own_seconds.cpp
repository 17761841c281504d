#include "app/ui/own_seconds.h"

#include "app/session/kernel_result.h"
#include "app/state/own_kernel.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

struct OwnSecondsWork final : ViewJob<MadeOf, double> {};

}  // namespace

OwnSeconds own_seconds(const AppState& app, Ui& ui, std::string_view device) {
  const auto time = time_of_own(app, device);
  if (!time) return {};
  auto& job = ui.cache(session::Side::left).works.of<OwnSecondsWork>().job;
  job.want({app.session.result(), std::string(device)}, *time);
  const Result<double>* timed = job.result();
  ui.makes_more |= job.is_under_way();
  if (timed == nullptr) return {};
  if (!timed->has_value()) return {std::nullopt, &timed->error()};
  return {**timed, nullptr};
}

}  // namespace warplens::ui
