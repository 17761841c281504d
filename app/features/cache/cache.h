// A cache replayed, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::cache {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::cache
