// A launch's buffers as matrices, and what each access touches of them.
#pragma once

#include "app/ui/feature_panels.h"

namespace warplens::ui {

[[nodiscard]] FeaturePanels matrix_panels();

}  // namespace warplens::ui
