// A layout behind a swizzle: Sw<3,4,3> o 0 o (8,64):(64,1).
//
//   coordinate ─► layout ─► + offset ─► swizzle ─► index
//
// CuTe writes `smem_ptr` for the offset where the swizzle is that of byte addresses, as TMA and
// wgmma have it, and the layout counts elements; `smem_ptr[16b]` says of how many bits.
#pragma once

#include <optional>
#include <string>

#include "viz/cute/layout.h"
#include "viz/cute/swizzle.h"

namespace warplens::cute {

// Bits of an offset that a swizzle reaches at most.
inline constexpr int kMostSwizzleBits = 20;

struct ComposedLayout {
  std::optional<Swizzle> swizzle{};
  bool is_on_bytes = false;  // the swizzle, of the address; else of the index
  int element_bits = 0;      // told of elements; 0: nothing
  std::int64_t offset = 0;   // 0 where the swizzle is on bytes
  Layout layout;
  friend bool operator==(const ComposedLayout&, const ComposedLayout&) = default;

  [[nodiscard]] bool is_plain() const { return !swizzle && !is_on_bytes && offset == 0; }
};

// The swizzle of indices, which count elements. Errors: it moves parts of elements; they are told
// to have other bytes.
Result<Swizzle> swizzle_of_elements(const ComposedLayout& composed, std::uint32_t element_bytes);

// Errors: the coordinate's; where the swizzle is on bytes, elements that nothing is told of.
Result<std::int64_t> index_of(const ComposedLayout& composed, const IntTuple& coordinate);

// As CuTe prints it, numbers that are known when compiled without the underscore before them.
[[nodiscard]] std::string text_of(const Swizzle& swizzle);
[[nodiscard]] std::string text_of(const ComposedLayout& composed);

}  // namespace warplens::cute
