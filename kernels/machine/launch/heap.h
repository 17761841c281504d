// The heap of device memory that malloc takes from and free gives back to: which of its bytes are
// blocks, apart from the bytes themselves.
//
// What is given back is taken again only where nothing else is left, so that who goes on using it
// is found out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace warplens::machine {

// Where an access lies. Offsets are of the heap's bytes.
struct HeapPlace {
  enum class State : std::uint8_t {
    allocated,
    outside,  // it leaves a block, or lies behind one
    freed,
    nowhere,  // before any block
  };
  State state = State::nowhere;
  std::uint64_t block_bytes = 0;  // of the block that is meant
  std::int64_t offset = 0;        // from where that begins
};

class Heap {
 public:
  static constexpr std::uint64_t kAlignment = 16;
  // CUDA's, unless cudaLimitMallocHeapSize is set.
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{8} << 20;

  explicit Heap(std::uint64_t bytes) : bytes_(bytes) {}

  // Where the new block begins; none where no room is left.
  [[nodiscard]] std::optional<std::uint64_t> allocate(std::uint64_t bytes);
  enum class Release : std::uint8_t { done, twice, no_block };
  Release release(std::uint64_t offset);
  [[nodiscard]] HeapPlace find(std::uint64_t offset, std::uint64_t bytes) const;

 private:
  struct Block {
    std::uint64_t bytes = 0;  // as asked for
    std::uint64_t room = 0;   // until the next one
    bool is_free = false;
  };
  [[nodiscard]] std::optional<std::uint64_t> take_again(std::uint64_t bytes, std::uint64_t room);
  void join_free_blocks();

  std::uint64_t bytes_;
  std::uint64_t fresh_ = 0;                // nothing has been taken from here on
  std::map<std::uint64_t, Block> blocks_;  // by where they begin
};

}  // namespace warplens::machine
