// How far sums of floats are off, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::accuracy {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::accuracy
