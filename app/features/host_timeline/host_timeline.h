// Host timelines, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command host_timeline_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::host_timeline {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::host_timeline
