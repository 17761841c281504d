// A tile of shared memory as copies write it and tensor cores read it, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command tile_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::hardware_tile {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::hardware_tile
