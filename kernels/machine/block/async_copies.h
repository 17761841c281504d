// cp.async: read when issued, seen in shared memory when waited for.
//
// The write may land at any time in between, so races are looked for at both ends. A warp's copies
// that are under way stand with the warp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

struct BlockMemory;

class AsyncCopies {
 public:
  AsyncCopies(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  void start(const Issue& issue);
  void commit(const Issue& issue);
  void wait(const Issue& issue) { complete(issue.warp, issue.mask, issue.code.detail); }
  // All copies of `lanes`, committed or not.
  void complete_all(Warp& warp, std::uint32_t lanes) { complete(warp, lanes, kNoIndex); }

 private:
  static constexpr std::uint32_t kLargest = 16;  // bytes a lane (PTX ISA, "cp.async")

  // Completes the copies of `lanes` but for their `groups_left` latest groups.
  void complete(Warp& warp, std::uint32_t lanes, std::uint32_t groups_left);
  // Reads one lane's source into `copy`; false when it is out of bounds.
  bool read_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                   PendingCopy& copy);
  [[nodiscard]] static std::uint64_t source_bytes(const Issue& issue, const AsyncCopy& detail,
                                                  std::uint32_t lane);
  void note(const Warp& warp, std::span<const PendingCopy> copies);

  BlockContext* block_;
  BlockMemory* memory_;
  trace::EventView event_;                                // the copy at hand
  std::array<std::byte, kWarpSize * kLargest> values_{};  // what it writes
};

}  // namespace warplens::machine
