// A cache replayed, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::cache {

[[nodiscard]] session::Feature feature();
// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::cache
