// The limits of a person's own kernel on each chip, from what was counted of its launch.
#pragma once

#include "app/features/limits/limits_model.h"
#include "app/ui/own_count.h"

namespace warplens::ui {

// `count` has demands. Of the chip that is shown in the instructions that ptxas makes of it, once
// they are there, and with the time that it took where that chip is here.
[[nodiscard]] const limits::LimitsModel& own_limits(const AppState& app, Ui& ui,
                                                    const OwnCount& count);

}  // namespace warplens::ui
