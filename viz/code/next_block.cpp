#include "viz/code/next_block.h"

#include "kernels/base/dim3.h"
#include "kernels/base/result.h"

namespace warplens::code {

namespace {

using analysis::BlockNeeds;
using analysis::Multiprocessor;
using analysis::SmLimit;

// The largest value below `now` with which the limit has room for `blocks`; 0: none has.
template <class Set>
std::uint32_t largest_that_fits(const Multiprocessor& sm, BlockNeeds needs, SmLimit limit,
                                std::uint32_t now, std::uint32_t blocks, Set set) {
  for (std::uint32_t value = now; value > 0; --value) {
    set(needs, value);
    if (analysis::occupancy(sm, needs).by(limit) >= blocks) return value;
  }
  return 0;
}

// Bytes of shared memory are many: all of a unit are alike.
std::uint32_t largest_shared(const Multiprocessor& sm, const BlockNeeds& needs,
                             std::uint32_t blocks) {
  const std::uint32_t a_block = sm.shared_bytes / blocks / sm.shared_unit * sm.shared_unit;
  return std::min(needs.shared_bytes,
                  a_block > sm.reserved_bytes ? a_block - sm.reserved_bytes : 0);
}

std::uint32_t largest_threads(const Multiprocessor& sm, std::uint32_t blocks) {
  return sm.warps / blocks * kWarpSize;
}

}  // namespace

NextBlock next_block(const Multiprocessor& sm, const BlockNeeds& needs) {
  const analysis::Occupancy now = analysis::occupancy(sm, needs);
  NextBlock next{now.blocks, {}, {}, {}, now.limits(SmLimit::blocks)};
  const std::uint32_t wanted = now.blocks + 1;
  if (next.is_most_blocks) return next;
  if (now.limits(SmLimit::registers)) {
    next.registers =
        largest_that_fits(sm, needs, SmLimit::registers, needs.registers, wanted,
                          [](BlockNeeds& at, std::uint32_t value) { at.registers = value; });
  }
  if (now.limits(SmLimit::shared_memory)) next.shared_bytes = largest_shared(sm, needs, wanted);
  if (now.limits(SmLimit::warps)) next.threads = largest_threads(sm, wanted);
  return next;
}

Text next_block_text(const NextBlock& next, const BlockNeeds& needs) {
  if (next.is_most_blocks)
    return tr("an SM holds no more than {} blocks, of whatever size", next.blocks);
  const std::uint32_t wanted = next.blocks + 1;
  if (!next.is_possible()) return tr("block {} an SM has no room, whatever it needs", wanted);
  if (next.threads) {
    return tr("block {} an SM needs blocks of at most {} threads (now {})", wanted, *next.threads,
              needs.threads);
  }
  if (next.registers && next.shared_bytes) {
    return tr(
        "block {} an SM needs at most {} registers a thread (now {}) and {} bytes of shared memory "
        "(now {})",
        wanted, *next.registers, needs.registers, *next.shared_bytes, needs.shared_bytes);
  }
  if (next.registers) {
    return tr("block {} an SM needs at most {} registers a thread (now {})", wanted,
              *next.registers, needs.registers);
  }
  return tr("block {} an SM needs at most {} bytes of shared memory (now {})", wanted,
            next.shared_bytes.value_or(0), needs.shared_bytes);
}

Text short_next_block(const NextBlock& next) {
  if (next.is_most_blocks || !next.is_possible()) return tr("no more fit");
  if (next.threads) return tr("≤ {} threads", *next.threads);
  if (next.registers && next.shared_bytes) {
    return tr("≤ {} registers, ≤ {} B shared", *next.registers, *next.shared_bytes);
  }
  if (next.registers) return tr("≤ {} registers", *next.registers);
  return tr("≤ {} B shared", next.shared_bytes.value_or(0));
}

}  // namespace warplens::code
