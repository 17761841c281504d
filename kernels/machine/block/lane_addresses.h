// The addresses of one access, lane by lane, and the memory space that each of them means.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/block/issue.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

// All 32 lanes', whether they are active or not.
void compute_addresses(const Issue& issue, const AddressOperand& operand, LaneAddresses& addresses);

// Lane by lane, as most accesses are.
[[nodiscard]] inline bool is_contiguous(const LaneAddresses& addresses, std::uint32_t width) {
  std::uint64_t differences = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    differences |= addresses[lane] ^ (addresses[0] + std::uint64_t{lane} * width);
  }
  return differences == 0;
}

struct SpaceLanes {
  trace::Space space = trace::Space::none;  // none: the launch's parameters
  std::uint32_t mask = 0;
};
// Splits the lanes of a generic access by the window that their addresses lie in, and takes off the
// window's base but for local memory; any other access has one space.
[[nodiscard]] std::array<SpaceLanes, 4> split_by_space(ptx::StateSpace space, std::uint32_t mask,
                                                       LaneAddresses& addresses);

// Turns generic addresses of local memory into offsets in it. The lanes whose address was made for
// another thread, which `threads` names.
[[nodiscard]] std::uint32_t take_local_offsets(const Issue& issue, std::uint32_t mask,
                                               LaneAddresses& addresses, LaneAddresses& threads);

// Offsets in the shared window, of a generic address or not.
void compute_shared_offsets(const Issue& issue, const AddressOperand& operand, bool is_generic,
                            LaneAddresses& offsets);
// Turns them into offsets in the shared memory of a block that begins at `start`; of another
// block's memory they lie beyond its end.
inline void take_own_offsets(std::uint64_t start, LaneAddresses& offsets) {
  if (start == 0) return;
  for (std::uint64_t& offset : offsets) offset -= start;
}

}  // namespace warplens::machine
