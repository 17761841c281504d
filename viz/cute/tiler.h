// What a layout is divided or multiplied by: another layout, taken as a whole, or by mode a tiler
// for each of the first modes: (8,16), <4:2,8:1>, (_,(2,4)).
#pragma once

#include <optional>
#include <vector>

#include "viz/cute/layout.h"

namespace warplens::cute {

struct Tiler {
  std::optional<Layout> layout{};
  std::vector<Tiler> modes{};  // neither of both: `_`, which leaves a mode as it is
  friend bool operator==(const Tiler&, const Tiler&) = default;

  [[nodiscard]] bool is_by_mode() const { return !modes.empty(); }
  [[nodiscard]] bool leaves_as_is() const { return !layout && modes.empty(); }
};

[[nodiscard]] inline Tiler tiler_of(Layout layout) { return {.layout = std::move(layout)}; }

}  // namespace warplens::cute
