// Maps the addresses that a GPU recorded to the addresses of a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/device/read_records.h"

namespace warplens::device {

// The shared addresses of a cluster's blocks are rank << kRankShift | the block's own.
inline constexpr unsigned kRankShift = 24;
[[nodiscard]] constexpr std::uint64_t without_rank(std::uint64_t shared_address) {
  return shared_address & ((std::uint64_t{1} << kRankShift) - 1);
}

// The GPU address of the first byte of a block's shared window that the kernel may use: the system
// has the bytes before it (PTX ISA, "%reserved_smem_offset_end"). Rounded down to a row of banks,
// so that an address less this stays in its bank. Without the block's rank.
[[nodiscard]] std::uint64_t shared_base(std::span<const machine::PlacedVariable> placed,
                                        std::span<const std::uint64_t> places);

// Where the shared window and the buffers lie on the GPU: the same for all threads of a block.
class AddressMap {
 public:
  AddressMap(const Instrumented& kernel, std::span<const std::uint64_t> places,
             std::span<const BufferPlace> buffers);

  // The trace address of a global, constant or shared address, of a shared one without its block's
  // rank; nothing if it is in no buffer or variable.
  [[nodiscard]] std::optional<std::uint64_t> find(trace::Space space, std::uint64_t address) const;

 private:
  std::uint64_t shared_base_;
  std::vector<BufferPlace> buffers_;  // in ascending order of where they lie
};

// A thread's local variables, those of the latest call at each address.
class LocalFrames {
 public:
  // `to`: where the variable begins in the thread's local memory, as the trace has it.
  void place(std::uint64_t address, std::uint64_t bytes, std::uint64_t to);
  [[nodiscard]] std::optional<std::uint64_t> find(std::uint64_t address) const;

 private:
  struct Range {
    std::uint64_t first = 0, bytes = 0, to = 0;
  };
  std::vector<Range> ranges_;  // none overlaps another
};

}  // namespace warplens::device
