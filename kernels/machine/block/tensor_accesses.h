// What accesses to tensor memory leave behind: whether they lie in what is allocated and was
// written, and the races that they complete.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tensor_memory.h"
#include "kernels/machine/program/race_detector.h"

namespace warplens::machine {

struct BlockMemory;

// The same columns of some lanes.
struct TensorArea {
  std::vector<std::uint32_t> lanes;
  std::uint32_t column = 0, columns = 0;
  friend bool operator==(const TensorArea&, const TensorArea&) = default;
};

class TensorAccesses {
 public:
  TensorAccesses(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Whether there are such cells. Where they are not allocated, that is reported as well.
  [[nodiscard]] bool exists(const Issue& issue, std::string_view opcode, const TensorArea& area);
  // Reports cells that nothing was ever written to, where an operation by itself reads them.
  void check_written(const Issue& issue, const TensorArea& area);

  // `like`: who makes it, and how. The races that it completes, or only that it was made.
  void note(const TensorArea& area, const RaceAccess& like);
  void remember(const TensorArea& area, const RaceAccess& like);
  // Those that it completes in the tensor memory of the block of a rank.
  void note_of(std::uint32_t rank, const TensorArea& area, const RaceAccess& like);
  // While it is in flight (accesses_in_flight.h).
  void cover(std::uint32_t number, std::uint32_t lane, const TensorArea& area);
  void uncover(std::uint32_t number, const TensorArea& area);

 private:
  template <class Act>
  void each_access(const TensorArea& area, RaceAccess access, Act act);

  BlockContext* block_;
  BlockMemory* memory_;
};

}  // namespace warplens::machine
