// The longest chain of instructions that wait for each other, and the model of an SM, as a feature
// of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command latency_command(CLI::App& app);
[[nodiscard]] Command estimate_command(CLI::App& app);
[[nodiscard]] Command estimate_check_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::estimates {
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();
}  // namespace warplens::estimates
