#include "app/features/limits/own_limits.h"

#include <filesystem>

#include "app/session/kernel_result.h"
#include "app/session/recordings.h"
#include "app/state/app_state.h"

namespace warplens::ui {
namespace {

struct OwnLimitsState {
  session::KernelResultPtr of;
  std::size_t chips = 0;
  limits::LimitsModel model;
};

limits::LimitsModel model_of(const AppState& app, const limits::Demands& demands) {
  limits::LimitsModel model;
  model.kernel = std::filesystem::path(app.session.selection().capture).filename().string();
  for (const analysis::Chip& chip : app.recordings.chips()) {
    limits::LimitsReport report;
    report.chip = chip;
    report.limits = analysis::limits(demands, chip);
    report.launches = demands;
    model.reports.push_back(std::move(report));
  }
  return model;
}

}  // namespace

const limits::LimitsModel& own_limits(const AppState& app, Ui& ui, const OwnCount& count) {
  OwnLimitsState& state = ui.state<OwnLimitsState>();
  const session::KernelResultPtr& result = app.session.result();
  const std::size_t chips = app.recordings.chips().size();
  if (state.of != result || state.chips != chips) {
    state = {result, chips, model_of(app, *count.demands)};
  }
  return state.model;
}

}  // namespace warplens::ui
