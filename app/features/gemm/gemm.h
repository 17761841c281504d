// A tile of C between what feeds it, as a feature of the app.
#pragma once

#include "app/session/feature_rows.h"

namespace warplens::gemm {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::gemm
