// The least time that each unit of a chip needs, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cli {
[[nodiscard]] Command limits_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::limits {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::limits
