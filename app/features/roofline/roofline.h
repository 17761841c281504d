// Kernels below a chip's roofs, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command roofline_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::roofline {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::roofline
