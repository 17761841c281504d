// How far sums of floats are off, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command accuracy_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::accuracy {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::accuracy
