#include "viz/cute/layout.h"

#include <algorithm>

namespace warplens::cute {

namespace {

Result<Layout> paired(const IntTuple& shape, const IntTuple& stride) {
  if (shape.is_number() != stride.is_number() || shape.rank() != stride.rank())
    return fail(tr("shape {} and stride {} are no tuples of the same form", text_of(shape),
                   text_of(stride)));
  if (shape.is_number()) {
    if (shape.value < 1) return fail(tr("shape {}: a mode has one element at least", shape.value));
    return leaf(shape.value, stride.value);
  }
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    TRY(auto mode, paired(shape.part(i), stride.part(i)));
    modes.push_back(std::move(mode));
  }
  return of_modes(std::move(modes));
}

// Strides of a shape whose first mode lies side by side; `next` goes on behind it.
IntTuple compact_stride(const IntTuple& shape, std::int64_t& next) {
  if (shape.is_number()) {
    const std::int64_t stride = next;
    next = std::min(next * std::clamp<std::int64_t>(shape.value, 1, kMostNumber), kMostNumber + 1);
    return {stride};
  }
  IntTuple stride;
  for (const IntTuple& part : shape.parts) stride.parts.push_back(compact_stride(part, next));
  return stride;
}

bool is_deeper(const Layout& layout, std::size_t most) {
  if (layout.is_leaf()) return false;
  return most == 0 || std::ranges::any_of(layout.modes, [&](const Layout& mode) {
           return is_deeper(mode, most - 1);
         });
}

Result<void> check_leaves(const std::vector<Layout>& leaves) {
  std::int64_t elements = 1, last = 0;
  for (const Layout& each : leaves) {
    if (each.shape > kMostNumber || each.stride > kMostNumber || each.stride < 0)
      return fail(tr("{}:{} is beyond the numbers 0 to {}", each.shape, each.stride, kMostNumber));
    elements *= each.shape;
    last += (each.shape - 1) * each.stride;
    if (elements > kMostNumber || last >= kMostNumber)
      return fail(tr("the layout has more than {} elements or places", kMostNumber));
  }
  return {};
}

void add_leaves(const Layout& layout, std::vector<Layout>& leaves) {
  if (layout.is_leaf()) return leaves.push_back(layout);
  for (const Layout& mode : layout.modes) add_leaves(mode, leaves);
}

Result<std::int64_t> index_in_mode(const Layout& layout, const IntTuple& coordinate) {
  if (coordinate.is_number()) {
    if (coordinate.value < 0 || coordinate.value > kMostNumber)
      return fail(tr("coordinate {} is beyond 0 to {}", coordinate.value, kMostNumber));
    return index_of(layout, coordinate.value);
  }
  if (layout.is_leaf() || layout.rank() != coordinate.rank())
    return fail(tr("coordinate {} does not go with shape {}", text_of(coordinate),
                   text_of(shape_of(layout))));
  std::int64_t index = 0;
  for (std::size_t i = 0; i < layout.rank(); ++i) {
    TRY(const auto part, index_in_mode(layout.mode(i), coordinate.part(i)));
    index += part;
    if (index > kMostNumber) return fail(tr("the index is beyond {}", kMostNumber));
  }
  return index;
}

IntTuple taken_apart(const Layout& layout, std::int64_t& position) {
  if (layout.is_leaf()) {
    const std::int64_t value = position % layout.shape;
    position /= layout.shape;
    return {value};
  }
  IntTuple coordinate;
  for (const Layout& mode : layout.modes) coordinate.parts.push_back(taken_apart(mode, position));
  return coordinate;
}

}  // namespace

Layout leaf(std::int64_t shape, std::int64_t stride) { return {shape, stride}; }

Layout of_modes(std::vector<Layout> modes) {
  Layout layout;
  layout.modes = std::move(modes);
  return layout;
}

Result<Layout> make_layout(const IntTuple& shape, const IntTuple& stride) {
  TRY(auto layout, paired(shape, stride));
  return checked(std::move(layout));
}

Result<Layout> make_layout(const IntTuple& shape) {
  std::int64_t next = 1;
  return make_layout(shape, compact_stride(shape, next));
}

Result<Layout> checked(Layout layout) {
  if (is_deeper(layout, kDeepest))
    return fail(tr("the layout is nested more than {} deep", kDeepest));
  const std::vector<Layout> leaves = leaves_of(layout);
  if (leaves.size() > kMostLeaves)
    return fail(
        tr("the layout has {} numbers in its shape: at most {}", leaves.size(), kMostLeaves));
  TRY(check_leaves(leaves));
  return layout;
}

IntTuple shape_of(const Layout& layout) {
  if (layout.is_leaf()) return {layout.shape};
  IntTuple shape;
  for (const Layout& mode : layout.modes) shape.parts.push_back(shape_of(mode));
  return shape;
}

IntTuple stride_of(const Layout& layout) {
  if (layout.is_leaf()) return {layout.stride};
  IntTuple stride;
  for (const Layout& mode : layout.modes) stride.parts.push_back(stride_of(mode));
  return stride;
}

std::vector<Layout> leaves_of(const Layout& layout) {
  std::vector<Layout> leaves;
  add_leaves(layout, leaves);
  return leaves;
}

std::int64_t size(const Layout& layout) {
  std::int64_t elements = 1;
  for (const Layout& each : leaves_of(layout)) elements *= each.shape;
  return elements;
}

std::int64_t cosize(const Layout& layout) {
  std::int64_t last = 0;
  for (const Layout& each : leaves_of(layout)) last += (each.shape - 1) * each.stride;
  return last + 1;
}

std::size_t depth(const Layout& layout) {
  std::size_t deepest = 0;
  for (const Layout& mode : layout.modes) deepest = std::max(deepest, depth(mode) + 1);
  return deepest;
}

std::int64_t index_of(const Layout& layout, std::int64_t coordinate) {
  const std::vector<Layout> leaves = leaves_of(layout);
  std::int64_t index = 0;
  for (std::size_t i = 0; i + 1 < leaves.size(); ++i) {
    index += coordinate % leaves[i].shape * leaves[i].stride;
    coordinate /= leaves[i].shape;
  }
  return index + coordinate * leaves.back().stride;
}

Result<std::int64_t> index_of(const Layout& layout, const IntTuple& coordinate) {
  TRY(const auto index, index_in_mode(layout, coordinate));
  if (index > kMostNumber) return fail(tr("the index is beyond {}", kMostNumber));
  return index;
}

IntTuple coordinate_of(const Layout& layout, std::int64_t position) {
  return taken_apart(layout, position);
}

std::string text_of(const Layout& layout) {
  return fmt::format("{}:{}", text_of(shape_of(layout)), text_of(stride_of(layout)));
}

}  // namespace warplens::cute
