// Linear memory by sectors and lines, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::sectors {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::sectors
