// A kernel's source, PTX and machine code side by side, and the registers live there, as a feature
// of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command registers_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::code {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::code
