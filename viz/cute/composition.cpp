#include <algorithm>

#include "viz/cute/by_mode.h"

namespace warplens::cute {

namespace {

// `right`, a leaf, walks through left's modes: what of it each of them takes.
Result<Layout> composed_with_leaf(const std::vector<Layout>& left, const Layout& right) {
  if (right.stride == 0) return leaf(right.shape, 0);
  std::vector<Layout> taken;
  std::int64_t shape = right.shape, stride = right.stride;
  for (std::size_t i = 0; i + 1 < left.size(); ++i) {
    const Layout& mode = left[i];
    if (mode.shape % stride != 0 && stride % mode.shape != 0)
      return fail(tr("{}: the stride {} and the left layout's shape {} do not divide one another",
                     text_of(right), stride, mode.shape));
    const std::int64_t here = std::min(std::max<std::int64_t>(1, mode.shape / stride), shape);
    if (shape % here != 0)
      return fail(
          tr("{}: {} elements are no whole number of the {} that the left layout's mode {} has",
             text_of(right), shape, here, text_of(mode)));
    if (here != 1) taken.push_back(leaf(here, stride * mode.stride));
    shape /= here;
    stride = (stride + mode.shape - 1) / mode.shape;
  }
  if (shape != 1 || taken.empty()) taken.push_back(leaf(shape, stride * left.back().stride));
  return taken.size() == 1 ? taken.front() : of_modes(std::move(taken));
}

Result<Layout> composed(const std::vector<Layout>& left, const Layout& right) {
  if (right.is_leaf()) return composed_with_leaf(left, right);
  std::vector<Layout> modes;
  for (const Layout& mode : right.modes) {
    TRY(auto each, composed(left, mode));
    modes.push_back(std::move(each));
  }
  return of_modes(std::move(modes));
}

}  // namespace

Result<Layout> composition(const Layout& left, const Layout& right) {
  TRY(auto layout, composed(leaves_of(coalesce(left)), right));
  return checked(std::move(layout));
}

Result<Layout> composition(const Layout& left, const Tiler& right) {
  if (right.is_by_mode())
    return by_mode(left, right,
                   [](const Layout& mode, const Tiler& tiler) { return composition(mode, tiler); });
  return right.layout ? composition(left, *right.layout) : left;
}

}  // namespace warplens::cute
