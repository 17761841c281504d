// Kernels below a chip's roofs, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::roofline {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::roofline
