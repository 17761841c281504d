// A launch's buffers as matrices, and what each access touches of them, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::matrix {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::matrix
