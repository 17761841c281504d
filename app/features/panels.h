// The features' panels, keys and tables, for the window.
#pragma once

#include <vector>

#include "app/ui/feature_panels.h"

namespace warplens::features {

// In the order in which the help lists their keys.
[[nodiscard]] const std::vector<ui::FeaturePanels>& panels();

}  // namespace warplens::features
