// Plane and space, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::plane {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::plane
