// The swizzle workshop, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::workshop {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::workshop
