// Which register of which lane holds which element of a matrix, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command fragments_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::fragments {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::fragments
