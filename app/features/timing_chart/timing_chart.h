// What kernels take on a GPU, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::timing_chart {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::timing_chart
