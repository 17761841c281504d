// An operation on each of a layout's first modes by a tiler of its own; further modes stay.
#pragma once

#include "viz/cute/algebra.h"

namespace warplens::cute {

// Errors: a tiler with more modes than the layout.
Result<void> check_rank(const Layout& layout, const Tiler& tiler);

template <class Operation>
Result<Layout> by_mode(const Layout& layout, const Tiler& tiler, const Operation& operation) {
  TRY(check_rank(layout, tiler));
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < layout.rank(); ++i) {
    if (i >= tiler.modes.size()) {
      modes.push_back(layout.mode(i));
      continue;
    }
    TRY(auto mode, operation(layout.mode(i), tiler.modes[i]));
    modes.push_back(std::move(mode));
  }
  return checked(of_modes(std::move(modes)));
}

// An operation that gives (tile, rest), mode by mode, gathered: ((tile,tile,…),(rest,rest,…)).
template <class Operation>
Result<Layout> zipped(const Layout& layout, const Tiler& tiler, const Operation& operation) {
  if (tiler.leaves_as_is()) return checked(of_modes({leaf(1, 0), layout}));
  if (!tiler.is_by_mode()) return operation(layout, tiler);
  TRY(check_rank(layout, tiler));
  std::vector<Layout> tiles, rests;
  for (std::size_t i = 0; i < tiler.modes.size(); ++i) {
    TRY(const auto both, zipped(layout.mode(i), tiler.modes[i], operation));
    tiles.push_back(both.mode(0));
    rests.push_back(both.mode(1));
  }
  for (std::size_t i = tiler.modes.size(); i < layout.rank(); ++i) rests.push_back(layout.mode(i));
  return checked(of_modes({of_modes(std::move(tiles)), of_modes(std::move(rests))}));
}

// (first, (a, b, …)) as (first, a, b, …).
[[nodiscard]] inline Layout with_rest_unpacked(const Layout& both) {
  std::vector<Layout> modes{both.mode(0)};
  for (std::size_t i = 0; i < both.mode(1).rank(); ++i) modes.push_back(both.mode(1).mode(i));
  return of_modes(std::move(modes));
}
// ((a, b, …), (c, d, …)) as (a, b, …, c, d, …).
[[nodiscard]] inline Layout with_both_unpacked(const Layout& both) {
  std::vector<Layout> modes;
  for (const Layout& part : {both.mode(0), both.mode(1)})
    for (std::size_t i = 0; i < part.rank(); ++i) modes.push_back(part.mode(i));
  return of_modes(std::move(modes));
}

}  // namespace warplens::cute
