// What is resident on a multiprocessor, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::occupancy {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::occupancy
