// cp.async.bulk: a thread asks for many bytes or for a box of a tensor, and an mbarrier counts what
// has come.
//
// The bytes are read when they are asked for and land when somebody tests the mbarrier; as they may
// land at any time in between, races are looked for at both ends. Nothing but the mbarrier orders
// them with what comes after, not even for the thread that asked: the race detector counts them as
// done by a thread of their own, copier().
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
  void start() { pending_.clear(); }
  void execute(const Issue& issue);

  struct Landed {
    std::uint32_t copier = 0;  // a thread of the search for races
    std::int32_t bytes = 0;
  };
  // The copies that the mbarrier at this offset counts land, in the order in which they were asked
  // for.
  [[nodiscard]] std::vector<Landed> land(std::uint64_t barrier);

 private:
  struct Copy {
    std::uint32_t instruction = 0, thread = 0;
    std::uint64_t to = 0, barrier = 0;  // offsets in the shared window
    std::vector<std::byte> bytes;       // as they will lie there
  };
  // The operands of one instruction, by lane.
  struct Places {
    LaneAddresses to, from, barrier;
  };

  void use_values(const Issue& issue, const TmaCopy& copy);
  void start_copy(const Issue& issue, const TmaCopy& copy, const Places& places,
                  std::uint32_t lane);
  void read_plain(const Issue& issue, std::uint32_t lane, std::uint64_t from,
                  std::span<std::byte> bytes);
  void read_box(const Issue& issue, const TmaCopy& copy, const TensorMap& map, std::uint32_t lane,
                std::uint64_t to, std::span<std::byte> bytes);
  // Reads a row of a box; bytes outside of the tensor are zero.
  void read_row(const Issue& issue, const TensorMap& map, std::uint32_t lane,
                const std::array<std::int64_t, TensorMap::kMostDimensions>& at,
                std::span<std::byte> row);
  // Reads at most 16 bytes, all within the same aligned 16.
  void read_piece(const Issue& issue, std::uint32_t lane, std::uint64_t from,
                  std::span<std::byte> piece);
  [[nodiscard]] std::optional<TensorMap> map_at(std::uint64_t address) const;
  // Whether `bytes` bytes may be copied to the lane's address in `to`.
  [[nodiscard]] bool fits(const Issue& issue, LaneAddresses to, std::uint32_t lane,
                          std::uint64_t bytes, std::uint32_t alignment);
  [[nodiscard]] std::uint32_t copier(std::uint32_t thread) const {
    return block_->launch->warps * kWarpSize + thread;
  }
  // The copier knows what its thread has done so far.
  void order_behind_thread(const Copy& copy);
  void note(const Copy& copy);

  BlockContext* block_;
  BlockMemory* memory_;
  std::vector<Copy> pending_;
};

}  // namespace warplens::machine
