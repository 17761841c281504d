// A picture as the kernel changes it, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::picture {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::picture
