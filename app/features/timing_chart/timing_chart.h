// What kernels take on a GPU, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command bench_command(CLI::App& app);
[[nodiscard]] Command ladder_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::timing_chart {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::timing_chart
