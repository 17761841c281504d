// CuTe's algebra of layouts, by what its documentation says of each operation ("CuTe Layout
// Algebra"); written alike: shape for shape what CuTe gives. Where CuTe's own checks would let a
// result pass that is none, these refuse.
//
// Errors of all: what the operation cannot take; a result beyond the limits of layout.h.
#pragma once

#include "viz/cute/tiler.h"

namespace warplens::cute {

// The same function of a number with as few modes as can be: (2,(1,6)):(1,(7,2)) is 12:1.
[[nodiscard]] Layout coalesce(const Layout& layout);
// By mode where the profile is a tuple: of each of its parts' modes. Errors: more of them than
// modes.
Result<Layout> coalesce(const Layout& layout, const IntTuple& profile);

// R(c) = left(right(c)). Errors: a stride or shape of `right` that does not go with left's modes.
Result<Layout> composition(const Layout& left, const Layout& right);
Result<Layout> composition(const Layout& left, const Tiler& right);

// What fills the places up to `places` that the layout leaves, in order. Errors: a mode that begins
// within what those of smaller strides take.
Result<Layout> complement(const Layout& layout, std::int64_t places = 1);

// layout(R(i)) = i for the i that R has: as many as lie side by side from 0 on.
Result<Layout> right_inverse(const Layout& layout);
// L(layout(i)) = i. Errors: those of the complement, strides that are no
// multiples of one another, 0 among them.
Result<Layout> left_inverse(const Layout& layout);

// (tile, rest): composition with the tiler and what it leaves. By mode:
// ((tile,rest),(tile,rest),…).
Result<Layout> logical_divide(const Layout& layout, const Tiler& tiler);
// By mode ((tile,tile,…),(rest,rest,…)); then with the rests as modes of the whole, then with the
// tiles, too.
Result<Layout> zipped_divide(const Layout& layout, const Tiler& tiler);
Result<Layout> tiled_divide(const Layout& layout, const Tiler& tiler);
Result<Layout> flat_divide(const Layout& layout, const Tiler& tiler);

// (layout, its repetitions in the order of the tiler).
Result<Layout> logical_product(const Layout& layout, const Tiler& tiler);
Result<Layout> zipped_product(const Layout& layout, const Tiler& tiler);
Result<Layout> tiled_product(const Layout& layout, const Tiler& tiler);
Result<Layout> flat_product(const Layout& layout, const Tiler& tiler);
// Modes of block and tiler side by side: whole blocks in the tiler's order, or blocks interleaved.
Result<Layout> blocked_product(const Layout& block, const Layout& tiler);
Result<Layout> raked_product(const Layout& block, const Layout& tiler);
// The block repeated until it has the shape, in the order of its modes or in the one that is given:
// (2,1) goes along the second mode first. Errors: a shape that the block does not divide.
Result<Layout> tile_to_shape(const Layout& block, const IntTuple& shape,
                             const std::optional<IntTuple>& order = {});

}  // namespace warplens::cute
