// wgmma.mma_async: a warpgroup's four warps ask for it one by one, and it begins when all of them
// have; each then computes its 16 rows. It reads shared memory for itself until wgmma.wait_group,
// and knows what all four warps had done before they asked.
//
//   multiply ──► asked, a queue a warp ──► begin ──► in flight ──commit, wait──► complete
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/shared_tiles.h"

namespace warplens::machine {

struct BlockMemory;

class WgmmaMatrices {
 public:
  WgmmaMatrices(BlockContext& block, BlockMemory& memory, std::span<Warp> warps)
      : block_(&block), memory_(&memory), warps_(warps), tiles_(block, memory) {}

  // Starts a new block: nothing was asked for.
  void start();
  void multiply(const Issue& issue);
  void commit(const Issue& issue);
  // All of a warpgroup wait at `instruction` for their groups but the latest `groups_left`;
  // `barrier` is the name of that to the race detector.
  void wait(std::uint32_t warpgroup, std::uint32_t instruction, std::uint32_t groups_left,
            std::uint64_t barrier);
  // Lanes of the warp exit: what it asked for begins, whoever has not come.
  void leave(const Warp& warp);

 private:
  using Multiply = WgmmaMultiply;
  // One warp's part of an instruction, as it was when the warp came to it.
  struct Asked {
    Warp* warp = nullptr;
    Fragment fragment;
    const Decoded* code = nullptr;
    std::uint32_t instruction = 0, mask = 0, group = 0;
    std::uint32_t number = 0;  // of the warp's
    bool adds = false;
    std::uint64_t a = 0, b = 0;        // descriptors
    std::vector<std::byte> a_rows;     // from registers
    std::vector<std::uint8_t> places;  // of a sparse A's elements along k
    MatrixRecord* record = nullptr;    // where somebody looks at it
    [[nodiscard]] Issue issue() {
      return {*warp, fragment, *fragment.frame, *code, instruction, mask, mask};
    }
  };
  struct Begun {
    std::uint32_t instruction = 0;
    std::uint32_t group = 0;
    TileReader reader;
    std::uint32_t record = 0;  // its number, for who looks at it
  };
  struct Warpgroup {
    std::array<std::deque<Asked>, Multiply::kWarps> asked;
    std::array<std::uint32_t, Multiply::kWarps> committed{}, numbers{};
    std::vector<Begun> begun;
  };

  void check_warpgroup(const Issue& issue);
  // Reports operands that must be one value for the whole warp and are not: descriptors, scale-d.
  void check_uniform(const Issue& issue, const Multiply& multiply);
  // Reports warps of the group, which are about to begin, whose descriptors differ.
  void check_descriptors(std::uint32_t warpgroup, std::span<const std::uint32_t> warps);
  void check_metadata(const Issue& issue, const Multiply& multiply);
  void use_values(const Issue& issue, const Multiply& multiply, bool adds);
  // Begins what all warps of it that are left have asked for.
  void begin_ready(std::uint32_t warpgroup);
  void begin_all(std::uint32_t warpgroup, std::uint32_t warp);
  // The front of each of these warps' queues.
  void begin(std::uint32_t warpgroup, std::span<const std::uint32_t> warps);
  void compute(Asked& asked, bool is_first, Begun& begun);
  void record(std::uint32_t warpgroup, Begun& begun);

  BlockContext* block_;
  BlockMemory* memory_;
  std::span<Warp> warps_;
  std::vector<Warpgroup> warpgroups_;
  SharedTiles tiles_;
  SharedTile a_{}, b_{};  // of the instruction at hand
};

}  // namespace warplens::machine
