// A layout: a function from coordinates to indices, shape:stride.
//
//   (4,(2,3)):(2,(1,8))     a tree whose leaves are 4:2, 2:1 and 3:8
//                           (i,(j,k)) ─► i·2 + j·1 + k·8
//
// A coordinate may be a number at any place of the tree: it is then taken apart with the first mode
// running fastest, the last one without an end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "viz/cute/int_tuple.h"

namespace warplens::cute {

// Of shapes, strides, sizes and cosizes: an int's largest.
inline constexpr std::int64_t kMostNumber = 0x7fffffff;
inline constexpr std::size_t kMostLeaves = 64;
inline constexpr std::size_t kDeepest = 16;

struct Layout {
  std::int64_t shape = 1, stride = 0;  // of a leaf
  std::vector<Layout> modes{};         // a leaf has none
  friend bool operator==(const Layout&, const Layout&) = default;

  [[nodiscard]] bool is_leaf() const { return modes.empty(); }
  // A leaf is its own only mode.
  [[nodiscard]] std::size_t rank() const { return is_leaf() ? 1 : modes.size(); }
  [[nodiscard]] const Layout& mode(std::size_t i) const { return is_leaf() ? *this : modes[i]; }
};

[[nodiscard]] Layout leaf(std::int64_t shape, std::int64_t stride);
[[nodiscard]] Layout of_modes(std::vector<Layout> modes);

// Errors: trees that differ, a shape below 1, a stride below 0, what checked() refuses.
Result<Layout> make_layout(const IntTuple& shape, const IntTuple& stride);
// The first mode lies side by side: (4,8) is (4,8):(1,4).
Result<Layout> make_layout(const IntTuple& shape);
// The layout, within the limits above. Errors: beyond them.
Result<Layout> checked(Layout layout);

[[nodiscard]] IntTuple shape_of(const Layout& layout);
[[nodiscard]] IntTuple stride_of(const Layout& layout);
[[nodiscard]] std::vector<Layout> leaves_of(const Layout& layout);

// Elements of the domain; the largest index of them + 1; 0 for a leaf, 1 more than its deepest
// mode.
[[nodiscard]] std::int64_t size(const Layout& layout);
[[nodiscard]] std::int64_t cosize(const Layout& layout);
[[nodiscard]] std::size_t depth(const Layout& layout);

[[nodiscard]] std::int64_t index_of(const Layout& layout, std::int64_t coordinate);
// Errors: a tuple where the layout has none, or of another rank; beyond kMostNumber.
Result<std::int64_t> index_of(const Layout& layout, const IntTuple& coordinate);
// The `position`th coordinate, as a tree of the layout's shape.
[[nodiscard]] IntTuple coordinate_of(const Layout& layout, std::int64_t position);

// "(8,64):(64,1)"
[[nodiscard]] std::string text_of(const Layout& layout);

}  // namespace warplens::cute
