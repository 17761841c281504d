// Why an access costs more than it must, and what to do about it.
//
// A cost is no time: it is counted in passes, of which each moves at most 128 bytes. A wavefront is
// one, and so are four sectors; a request is never less than one. Of an atomic on global memory the
// lanes that want one address take turns, a pass each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/text.h"

namespace warplens::analysis {

enum class CauseKind : std::uint8_t {
  stride,               // neighbouring lanes lie apart
  misalignment,         // a contiguous access begins within a sector
  column_read,          // rows of a shared array begin in the same banks
  bad_swizzle,          // an XOR swizzle that leaves conflicts at the access's width
  structures,           // members of an array of structures, one access each
  partial_warps,        // few of a warp's lanes are active
  local_memory,         // arrays of a thread that did not become registers
  same_address_atomic,  // many lanes of a warp update one address
  narrow_loads,         // one lane's loads lie side by side
  redundant_loads,      // of bytes that the block has loaded already
};
inline constexpr std::array<std::string_view, 10> kCauseNames{
    "stride",        "misalignment", "column_read",         "bad_swizzle",  "structures",
    "partial_warps", "local_memory", "same_address_atomic", "narrow_loads", "redundant_loads"};

[[nodiscard]] constexpr std::string_view name_of(CauseKind kind) {
  return kCauseNames[static_cast<std::size_t>(kind)];
}

struct Cause {
  std::uint32_t site = 0;  // of Trace::sites; others of its line that do alike are counted in
  CauseKind kind = CauseKind::stride;
  std::size_t row = 0;  // of Trace::events: the access with most to save, the first of equals
  double share = 0;     // passes that could be saved / passes of all recorded accesses, 0 to 1
  Text sentence;        // what `row` does, with its figures; no full stop
  Text advice;          // what to do about it; no full stop
  // The layout of shared memory that the advice is, as the swizzle workshop takes it
  // (layout_question.h); empty: it is none.
  std::string question{};
  // What that layout gains at `row`, counted; empty where there is none.
  Text gain{};
};

}  // namespace warplens::analysis
