// What is resident on a multiprocessor, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command resources_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::occupancy {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::occupancy
