// How the values of a block come together, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::reduction {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::reduction
