#include "kernels/base/lane_addresses.h"

#include <cstddef>

#include "kernels/base/processor.h"

namespace warplens {
namespace {

// Bits in which the lanes' moves differ from `move`; 0 where none does.
[[gnu::always_inline]] inline std::uint64_t other_moves(const LaneAddresses& from,
                                                        const LaneAddresses& to, std::uint32_t mask,
                                                        std::uint64_t move) {
  std::uint64_t different = 0;
  if (mask == kAllLanesMask) {
    for (std::size_t lane = 0; lane < kWarpSize; ++lane)
      different |= (to[lane] - from[lane]) ^ move;
    return different;
  }
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t is_active = mask >> lane & 1;
    different |= ((to[lane] - from[lane]) ^ move) & (0 - is_active);
  }
  return different;
}

#if defined(__x86_64__)
WARPLENS_AVX2 std::uint64_t other_moves_avx2(const LaneAddresses& from, const LaneAddresses& to,
                                             std::uint32_t mask, std::uint64_t move) {
  return other_moves(from, to, mask, move);
}
#endif

}  // namespace

std::optional<std::uint64_t> common_move(const LaneAddresses& from, const LaneAddresses& to,
                                         std::uint32_t mask) {
  const auto first = static_cast<std::size_t>(std::countr_zero(mask));
  const std::uint64_t move = to[first] - from[first];
#if defined(__x86_64__)
  const bool is_common = (has_avx2() ? other_moves_avx2(from, to, mask, move)
                                     : other_moves(from, to, mask, move)) == 0;
#else
  const bool is_common = other_moves(from, to, mask, move) == 0;
#endif
  if (!is_common) return std::nullopt;
  return move;
}

}  // namespace warplens
