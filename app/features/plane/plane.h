// Plane and space, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::plane {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::plane
