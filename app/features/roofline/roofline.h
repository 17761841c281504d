// Kernels below a chip's roofs, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace CLI {
class App;
}

namespace warplens::cli {
struct Command;
[[nodiscard]] Command roofline_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::roofline {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::roofline
