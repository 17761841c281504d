// An own kernel, as a feature of the app: opening its file, its launch form, its code and what its
// compiler says.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::own_kernel {

// Where there is a window.
[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::own_kernel
