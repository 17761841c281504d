// Stages and mbarriers over the steps of a block, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command pipeline_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::pipeline {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::pipeline
