// The swizzle workshop, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command swizzle_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::workshop {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::workshop
