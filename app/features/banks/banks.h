// Shared memory by bank, tile and lane, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::banks {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::banks
