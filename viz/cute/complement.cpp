#include <algorithm>

#include "viz/cute/algebra.h"

namespace warplens::cute {

namespace {

// Leaves that move, by stride.
std::vector<Layout> moving_leaves(const Layout& layout) {
  std::vector<Layout> leaves = leaves_of(layout);
  std::erase_if(leaves, [](const Layout& each) { return each.stride == 0 || each.shape == 1; });
  std::ranges::sort(leaves, {},
                    [](const Layout& each) { return std::pair(each.stride, each.shape); });
  return leaves;
}

}  // namespace

Result<Layout> complement(const Layout& layout, std::int64_t places) {
  if (places < 1) return fail(tr("the complement is among one place at least"));
  std::vector<Layout> gaps;
  std::int64_t covered = 1;
  for (const Layout& each : moving_leaves(layout)) {
    if (each.stride < covered)
      return fail(tr("{} has no complement: {} begins within {} places that are taken before it",
                     text_of(layout), text_of(each), covered));
    gaps.push_back(leaf(each.stride / covered, covered));
    covered = each.shape * each.stride;
  }
  gaps.push_back(leaf((places + covered - 1) / covered, covered));
  return checked(coalesce(of_modes(std::move(gaps))));
}

}  // namespace warplens::cute
