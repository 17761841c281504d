// tcgen05.ld and tcgen05.st: a warp moves cells of its own lanes of tensor memory from and to its
// registers. That is in flight until the warp's tcgen05.wait::ld or ::st: until then nobody may
// touch those cells, and no register of a load may be used.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tensor_accesses.h"

namespace warplens::machine {

struct BlockMemory;

class TensorMoves {
 public:
  TensorMoves(BlockContext& block, BlockMemory& memory, std::span<Warp> warps)
      : block_(&block), memory_(&memory), accesses_(block, memory), open_(warps.size()) {}

  // Starts a new block: nothing is in flight.
  void start();
  void execute(const Issue& issue);
  void wait(const Issue& issue);
  // The instruction uses a register of a load that was not waited for, on some way to it
  // (Decoded::may_be_early); reports it where it is this one.
  void check_early_use(const Issue& issue);

 private:
  struct Open {
    bool is_store = false;
    std::uint32_t instruction = 0, mask = 0;
    std::uint32_t in_flight = 0;  // its number (accesses_in_flight.h)
    const CallFrame* frame = nullptr;
    std::vector<TensorArea> areas;
  };

  // Where the move begins, in the warp's own lanes; a lane that it may not name is reported.
  [[nodiscard]] TensorCell origin(const Issue& issue, const TensorMove& move);
  [[nodiscard]] static std::vector<TensorArea> areas_of(const TensorImage& image, TensorCell first);
  void load(const Issue& issue, const TensorMove& move, TensorCell first);
  void store(const Issue& issue, const TensorMove& move, TensorCell first);
  // The races of a register's cells.
  void note(const Issue& issue, const TensorMove& move, TensorCell first, std::uint32_t reg,
            ValueTracker::Load load);
  void note_unset(const Issue& issue, const TensorMove& move, TensorCell first, std::uint32_t reg,
                  ValueTracker::Load load);
  // Whether one of its registers is at one of these slots.
  [[nodiscard]] bool has_any(const Open& open, const std::vector<std::uint32_t>& slots) const;
  void begin(const Issue& issue, const TensorMove& move, std::vector<TensorArea> areas);
  void complete(std::uint32_t warp, const Open& open);
  void order_lanes(const Issue& issue);

  BlockContext* block_;
  BlockMemory* memory_;
  TensorAccesses accesses_;
  std::vector<std::vector<Open>> open_;  // by warp
};

}  // namespace warplens::machine
