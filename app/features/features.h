// The one table of features. Who reads lessons, links or settings is handed it.
#pragma once

#include "app/session/feature.h"

namespace warplens::features {

[[nodiscard]] session::Features all();

}  // namespace warplens::features
