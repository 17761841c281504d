// A profiler's report beside what is counted, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command explain_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::explain {
[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();
}  // namespace warplens::explain
