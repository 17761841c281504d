// Host timelines, as a feature of the app.
#pragma once

#include "app/session/feature.h"

namespace warplens::host_timeline {

[[nodiscard]] session::Feature feature();

}  // namespace warplens::host_timeline
