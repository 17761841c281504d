// Tiles in shared memory that tensor cores read by themselves, as matrix descriptors say: those of
// wgmma, tcgen05.mma and tcgen05.cp. Whose accesses they are to the race detector, who reads says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/operations/matrix_descriptor.h"

namespace warplens::machine {

struct BlockMemory;

// Chunks of 16 bytes, in the order of wgmma.h and tcgen05.h.
struct SharedTile {
  static constexpr std::uint32_t kChunkBytes = 16;
  static constexpr std::size_t kChunks = std::size_t{256} * 4;  // of wgmma's B, the largest

  std::array<std::uint64_t, kChunks> places;
  alignas(64) std::array<std::byte, kChunks * kChunkBytes> bytes;
  std::uint32_t chunks = 0;
  std::uint32_t used_bytes = kChunkBytes;  // of each; the rest is padding
};

struct TileRows {
  std::uint32_t first = 0, count = 0;
  std::uint32_t depth = 16;  // elements along k, in so many bytes
  std::uint32_t bytes = 32;
  std::uint32_t in_chunk = 8;  // of an MN-major tile
};

struct TileReader {
  std::string_view name;                // "wgmma"
  std::uint32_t agents = 0;             // whose reads they are: a warp of them (agents.h)
  std::uint64_t latest_fence = 0;       // of the threads that ask
  std::uint32_t in_flight = 0;          // its number (accesses_in_flight.h)
  std::vector<std::uint64_t> places{};  // what was read of shared memory, 16 bytes each
};

class SharedTiles {
 public:
  SharedTiles(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // Of A or of B's transpose.
  static void place(const MatrixDescriptor& matrix, bool is_mn_major, const TileRows& rows,
                    SharedTile& tile);
  // `reader`: notes what is read as its; may be null.
  void read(const Issue& issue, SharedTile& tile, TileReader* reader);
  // The reads are complete.
  void complete(std::uint32_t instruction, const TileReader& reader);

 private:
  // The chunks of a tile from `first` on, one a lane.
  void read_lanes(const Issue& issue, SharedTile& tile, std::uint32_t first, TileReader* reader);
  void note(const Issue& issue, std::uint32_t lanes, const LaneAddresses& places,
            std::uint32_t used_bytes, TileReader& reader);
  void note_load(const Issue& issue, std::uint32_t lanes, const LaneAddresses& places,
                 std::uint32_t bytes, const TileReader& reader);
  // Reports what was written there without a fence.proxy.async before it is read.
  void check_fence(const Issue& issue, std::uint64_t place, const TileReader& reader);

  BlockContext* block_;
  BlockMemory* memory_;
};

}  // namespace warplens::machine
