#include "app/features/limits/own_limits.h"

#include <filesystem>

#include "app/features/limits/own_executed.h"
#include "app/session/kernel_result.h"
#include "app/session/recordings.h"
#include "app/state/app_state.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/own_seconds.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {
namespace {

using session::KernelResultPtr;

using ExecutedPtr = std::shared_ptr<const limits::OwnExecuted>;

// Of the architecture of the chip that is shown.
struct ExecutedWork final : ViewJob<std::pair<KernelResultPtr, std::uint32_t>, ExecutedPtr> {};

struct OwnLimitsState {
  KernelResultPtr of;
  std::vector<ExecutedPtr> executed;  // one a chip; null: it was not looked at
  limits::LimitsModel model;
};

limits::LimitsModel model_of(const AppState& app, const limits::Demands& demands) {
  limits::LimitsModel model;
  model.kernel = std::filesystem::path(app.session.selection().capture).filename().string();
  for (const analysis::Chip& chip : app.recordings.chips()) {
    model.reports.push_back(limits::own_report(demands, {}, chip));
  }
  return model;
}

// Null while ptxas is at work.
ExecutedPtr executed_for(const KernelResultPtr& result, std::uint32_t capability, Ui& ui) {
  auto& job = ui.cache(session::Side::left).works.of<ExecutedWork>().job;
  job.want({result, capability}, [result, capability](const std::stop_token& stop) {
    const run::PtxToExecute ptx{result->run->kernel(), result->run->ptx.get()};
    return std::make_shared<const limits::OwnExecuted>(limits::own_executed(ptx, capability, stop));
  });
  ui.makes_more |= job.is_under_way();
  const auto* made = job.result();
  return made != nullptr && made->has_value() ? **made : nullptr;
}

}  // namespace

const limits::LimitsModel& own_limits(const AppState& app, Ui& ui, const OwnCount& count) {
  OwnLimitsState& state = ui.state<OwnLimitsState>();
  const KernelResultPtr& result = app.session.result();
  const std::size_t chips = app.recordings.chips().size();
  if (state.of != result || state.executed.size() != chips) {
    state = {result, std::vector<ExecutedPtr>(chips), model_of(app, *count.demands)};
  }
  if (chips == 0) return state.model;
  const std::size_t chip = ui.state<ChosenChip>().index % chips;
  limits::LimitsReport& shown = state.model.reports[chip];
  if (state.executed[chip] == nullptr) {
    state.executed[chip] = executed_for(result, shown.chip.capability, ui);
    if (const auto& executed = state.executed[chip]) {
      shown = limits::own_report(*count.demands, *executed, shown.chip);
    }
  }
  shown.measured = own_seconds(app, ui, shown.chip.name).median;
  return state.model;
}

}  // namespace warplens::ui
