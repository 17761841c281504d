// cp.async.bulk: a thread asks for many bytes or for a box of a tensor, and an mbarrier counts what
// has come.
//
// The bytes land between then and a test of the mbarrier (copy_landing.h), and are in flight until
// somebody tests it (accesses_in_flight.h). Nothing but the mbarrier orders them with what comes
// after: they are done by the thread's agent (agents.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/base/tensor_map.h"
#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

struct BlockMemory;

class TmaCopies {
 public:
  TmaCopies(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Starts a new block: no copy is pending.
  void start() {
    pending_.clear();
    waits_ = 0;
  }
  void execute(const Issue& issue);
  // A step of the block is over: copies whose delay is land.
  void step();

  struct Landed {
    std::uint32_t agent = 0;
    std::int32_t bytes = 0;
  };
  // The copies that the mbarrier at this offset counts are complete, in the order in which they
  // were asked for.
  [[nodiscard]] std::vector<Landed> land(std::uint64_t barrier);

 private:
  // Bytes of the source, all within the same aligned 16 there and in shared memory.
  struct Piece {
    const std::byte* from = nullptr;
    std::uint64_t address = 0;  // of that
    std::uint64_t to = 0;       // offset in the shared window
    std::uint32_t bytes = 0;
  };
  struct Copy {
    std::uint32_t instruction = 0, thread = 0;
    std::uint64_t to = 0, bytes = 0, barrier = 0;  // offsets in the shared window
    std::vector<Piece> pieces;                     // between them is `outside`
    std::uint64_t outside = 0;                     // eight bytes of it
    std::uint32_t in_flight = 0;                   // its number (accesses_in_flight.h)
    std::uint32_t stretch = 0;                     // how often one was waited for before
    std::uint32_t delay = 0;                       // steps until it lands
    bool has_landed = false;
  };
  // The operands of one instruction, by lane.
  struct Places {
    LaneAddresses to, from, barrier;
  };

  void use_values(const Issue& issue, const TmaCopy& copy);
  void start_copy(const Issue& issue, const TmaCopy& copy, const Places& places,
                  std::uint32_t lane);
  // Find the pieces of a copy.
  void find_plain(const Issue& issue, std::uint32_t lane, std::uint64_t from, Copy& copy);
  void find_box(const Issue& issue, const TmaCopy& box, const TensorMap& map, std::uint32_t lane,
                Copy& copy);
  // Those of a row of a box that lies at `begin` of it, as far as it is inside of the tensor.
  void find_row(const Issue& issue, const TensorMap& map, std::uint32_t lane,
                const std::array<std::int64_t, TensorMap::kMostDimensions>& at, std::uint64_t begin,
                Copy& copy);
  // At most 16 bytes, all within the same aligned 16.
  void find_piece(const Issue& issue, std::uint32_t lane, std::uint64_t from, std::uint64_t to,
                  std::uint32_t bytes, Copy& copy);
  [[nodiscard]] std::optional<TensorMap> map_at(std::uint64_t address) const;
  // Whether `bytes` bytes may be copied to the lane's address in `to`.
  [[nodiscard]] bool fits(const Issue& issue, LaneAddresses to, std::uint32_t lane,
                          std::uint64_t bytes, std::uint32_t alignment);
  void begin(Copy& copy);
  void land(Copy& copy);
  void land_together(std::uint64_t barrier);
  // Calls act(access) for each 16 bytes of it.
  template <class Act>
  void each_access(const Copy& copy, Act act);

  BlockContext* block_;
  BlockMemory* memory_;
  std::vector<Copy> pending_;
  std::uint32_t waits_ = 0;  // that found copies complete
};

}  // namespace warplens::machine
