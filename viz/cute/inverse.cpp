#include <algorithm>
#include <tuple>

#include "viz/cute/algebra.h"

namespace warplens::cute {

namespace {

struct PlacedLeaf {
  Layout mode;
  std::int64_t position = 1;  // by which a step along it moves among all elements
};

std::vector<PlacedLeaf> by_stride(const Layout& layout) {
  std::vector<PlacedLeaf> leaves;
  std::int64_t position = 1;
  for (const Layout& each : leaves_of(layout)) {
    leaves.push_back({each, position});
    position *= each.shape;
  }
  std::ranges::sort(leaves, {}, [](const PlacedLeaf& each) {
    return std::tuple(each.mode.stride, each.mode.shape, each.position);
  });
  return leaves;
}

bool repeats_places(const Layout& layout) {
  return std::ranges::any_of(leaves_of(layout),
                             [](const Layout& each) { return each.stride == 0 && each.shape > 1; });
}

}  // namespace

Result<Layout> right_inverse(const Layout& layout) {
  std::vector<Layout> modes{leaf(1, 0)};
  std::int64_t next = 1;
  for (const PlacedLeaf& each : by_stride(layout)) {
    if (each.mode.shape == 1) continue;
    if (each.mode.stride != next) break;
    modes.push_back(leaf(each.mode.shape, each.position));
    next *= each.mode.shape;
  }
  return checked(coalesce(of_modes(std::move(modes))));
}

Result<Layout> left_inverse(const Layout& layout) {
  if (repeats_places(layout))
    return fail(
        tr("{} puts several elements at one place: it has no left inverse", text_of(layout)));
  TRY(auto gaps, complement(layout));
  TRY(const auto filled, checked(of_modes({layout, std::move(gaps)})));
  TRY(auto inverse, right_inverse(filled));
  if (size(inverse) != size(filled))
    return fail(tr("{} has no left inverse: its modes do not begin at multiples of one another",
                   text_of(layout)));
  return inverse;
}

}  // namespace warplens::cute
