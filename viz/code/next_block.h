// What a kernel would have to give up for one more resident block on a multiprocessor (SM).
//
//   48 registers, 256 threads on sm_90: 5 blocks. A 6th: at most 40 registers a thread.
//
// Each limit that keeps the block out says to what it must fall, by the units in which an SM
// allocates (viz/analysis/limits/occupancy.h). All of them have to.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/base/text.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::code {

struct NextBlock {
  std::uint32_t blocks = 0;  // resident now; one more is wanted
  // To which each has to fall; nothing: it has room as it is.
  std::optional<std::uint32_t> registers;     // a thread; 0: however few, there is no room
  std::optional<std::uint32_t> shared_bytes;  // a block; 0: CUDA's own share leaves no room
  std::optional<std::uint32_t> threads;       // a block; 0: a warp is too many
  bool is_most_blocks = false;                // an SM holds no more blocks, of whatever size

  [[nodiscard]] bool is_possible() const {
    return !is_most_blocks && registers != 0u && shared_bytes != 0u && threads != 0u;
  }
  friend bool operator==(const NextBlock&, const NextBlock&) = default;
};

[[nodiscard]] NextBlock next_block(const analysis::Multiprocessor& sm,
                                   const analysis::BlockNeeds& needs);

// "a 6th block an SM needs at most 40 registers a thread (now 48)"; nothing can: that.
[[nodiscard]] Text next_block_text(const NextBlock& next, const analysis::BlockNeeds& needs);
// "≤ 40 registers"
[[nodiscard]] Text short_next_block(const NextBlock& next);

}  // namespace warplens::code
