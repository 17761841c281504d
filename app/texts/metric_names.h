// What the figures of viz/scene are called on screen.
#pragma once

#include "app/texts/strings.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {

[[nodiscard]] Str name_of(scene::MetricLabel metric);
[[nodiscard]] Str name_of(scene::MetricClass of);
// What tests call them.
[[nodiscard]] std::string_view key_of(scene::MetricLabel metric);
[[nodiscard]] std::string_view key_of(scene::MetricClass of);

}  // namespace warplens::ui
