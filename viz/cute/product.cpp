#include <algorithm>

#include "viz/cute/by_mode.h"

namespace warplens::cute {

namespace {

// With modes 1:0 behind its own.
Layout appended(const Layout& layout, std::size_t rank) {
  if (layout.rank() >= rank) return layout;
  std::vector<Layout> modes = layout.is_leaf() ? std::vector{layout} : layout.modes;
  modes.resize(rank, leaf(1, 0));
  return of_modes(std::move(modes));
}

Layout modes_side_by_side(const Layout& first, const Layout& second) {
  if (first.is_leaf()) return of_modes({first, second});
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < first.rank(); ++i)
    modes.push_back(coalesce(of_modes({first.mode(i), second.mode(i)})));
  return of_modes(std::move(modes));
}

// Block and repetitions of it, of equal rank.
Result<Layout> ranked_product(const Layout& block, const Layout& tiler) {
  const std::size_t rank = std::max(block.rank(), tiler.rank());
  const Layout wide = appended(tiler, rank);
  return logical_product(appended(block, rank), tiler_of(wide));
}

Result<void> check_order(const IntTuple& order, std::size_t rank) {
  if (order.rank() == rank && std::ranges::all_of(order.parts, &IntTuple::is_number)) return {};
  return fail(tr("the order {} does not have a number for each of {} modes", text_of(order), rank));
}

// Compact strides along the modes in ascending order of their numbers.
Layout ordered(const std::vector<std::int64_t>& shape, const std::optional<IntTuple>& order) {
  std::vector<std::size_t> modes(shape.size());
  for (std::size_t i = 0; i < modes.size(); ++i) modes[i] = i;
  if (order)
    std::ranges::stable_sort(modes, {}, [&](std::size_t i) { return order->part(i).value; });
  std::vector<Layout> result(shape.size());
  std::int64_t next = 1;
  for (const std::size_t i : modes) {
    result[i] = leaf(shape[i], next);
    next *= shape[i];
  }
  return of_modes(std::move(result));
}

}  // namespace

Result<Layout> logical_product(const Layout& layout, const Tiler& tiler) {
  if (tiler.is_by_mode())
    return by_mode(layout, tiler, [](const Layout& mode, const Tiler& each) {
      return logical_product(mode, each);
    });
  if (tiler.leaves_as_is()) return layout;
  TRY(const auto free, complement(layout, size(layout) * cosize(*tiler.layout)));
  TRY(auto repetitions, composition(free, *tiler.layout));
  return checked(of_modes({layout, std::move(repetitions)}));
}

Result<Layout> zipped_product(const Layout& layout, const Tiler& tiler) {
  return zipped(layout, tiler,
                [](const Layout& mode, const Tiler& each) { return logical_product(mode, each); });
}

Result<Layout> tiled_product(const Layout& layout, const Tiler& tiler) {
  TRY(const auto both, zipped_product(layout, tiler));
  return with_rest_unpacked(both);
}

Result<Layout> flat_product(const Layout& layout, const Tiler& tiler) {
  TRY(const auto both, zipped_product(layout, tiler));
  return with_both_unpacked(both);
}

Result<Layout> blocked_product(const Layout& block, const Layout& tiler) {
  TRY(const auto both, ranked_product(block, tiler));
  return modes_side_by_side(both.mode(0), both.mode(1));
}

Result<Layout> raked_product(const Layout& block, const Layout& tiler) {
  TRY(const auto both, ranked_product(block, tiler));
  return modes_side_by_side(both.mode(1), both.mode(0));
}

Result<Layout> tile_to_shape(const Layout& block, const IntTuple& shape,
                             const std::optional<IntTuple>& order) {
  if (block.rank() > shape.rank())
    return fail(tr("{} has more modes than the shape {}", text_of(block), text_of(shape)));
  if (order) TRY(check_order(*order, shape.rank()));
  const Layout whole = appended(block, shape.rank());
  std::vector<std::int64_t> repeats;
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    TRY(const auto wanted, make_layout(shape.part(i)));
    const std::int64_t has = size(whole.mode(i));
    if (size(wanted) % has != 0)
      return fail(tr("{} elements of mode {} do not divide the shape {}", has, i, text_of(shape)));
    repeats.push_back(size(wanted) / has);
  }
  TRY(const auto tiler, checked(ordered(repeats, order)));
  return blocked_product(whole, tiler);
}

}  // namespace warplens::cute
