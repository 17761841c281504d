// Kernels below a chip's roofs. Each kind of operator has a shape and a colour; what was not
// measured on the chip is hollow and stands on the roof: the most that it can be.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "viz/analysis/limits/roofline.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct RooflineLook {
  // Kernels or families that stand in colour with their names, the rest grey; empty: all in colour,
  // of each family the one that is nearest to its roof with its name.
  std::vector<std::string> named{};
  std::optional<std::size_t> chosen{};      // of the roofline's kernels: the stage's
  std::optional<std::size_t> pointed_at{};  // likewise
  // A question is about `named`: nothing of their families is there, and nobody has a name.
  bool asks_for_named = false;
};

// A kernel's mark carries MarkId{point, its place in the roofline}.
[[nodiscard]] DrawList roofline_chart(const analysis::Roofline& roofline, const RooflineLook& look,
                                      Size size, const Style& style);

}  // namespace warplens::scene
