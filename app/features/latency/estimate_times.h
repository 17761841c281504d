// What the launch of an estimate took: recorded, or measured on this machine.
#pragma once

#include <optional>

#include "app/session/kernel_result_ptr.h"
#include "app/ui/ui.h"
#include "viz/analysis/limits/chip.h"
#include "viz/scene/charts/limits_view.h"

namespace warplens::ui {

// Live before recorded. Nothing: neither is there, or the run is several launches.
[[nodiscard]] std::optional<scene::MeasuredTime> time_beside_estimate(
    const AppState& app, Ui& ui, const session::KernelResultPtr& result,
    const analysis::Chip& chip);

}  // namespace warplens::ui
