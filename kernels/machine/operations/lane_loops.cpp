#include "kernels/machine/operations/lane_loops.h"

#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/run_loop.h"

namespace warplens::machine {
namespace {

// Memory is far smaller than 2^63 bytes, so the top bit of a lane's offset, or of what is left
// behind it, tells that it lies outside: no comparison, which plain x86-64 could not do for several
// lanes at once.
struct Outside {
  std::uint64_t outside = 0, bits = 0;
};

struct FindOutside {
  WARPLENS_INLINE static Outside run(const std::uint64_t* addresses, std::uint32_t mask,
                                     std::uint64_t base, std::uint64_t last) {
    Outside found;
    if (mask == kAllLanes) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const std::uint64_t offset = addresses[lane] - base;
        found.outside |= offset | (last - offset);
        found.bits |= addresses[lane];
      }
      return found;
    }
    for (; mask != 0; mask &= mask - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(mask));
      const std::uint64_t offset = addresses[lane] - base;
      found.outside |= offset | (last - offset);
      found.bits |= addresses[lane];
    }
    return found;
  }
};

template <class Register>
struct AddOffset {
  WARPLENS_INLINE static void run(const Register* registers, Register offset,
                                  std::uint64_t* addresses) {
    WARPLENS_LANE_LOOP
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      addresses[lane] = static_cast<Register>(registers[lane] + offset);
    }
  }
};

}  // namespace

bool are_aligned_inside(const LaneAddresses& addresses, std::uint32_t mask, std::uint64_t base,
                        std::uint64_t bytes, std::uint32_t width) {
  if (bytes < width) return false;
  const Outside found = run_loop<FindOutside>(addresses.data(), mask, base, bytes - width);
  return (found.outside >> 63) == 0 && (found.bits & (width - 1)) == 0;
}

bool are_inside(const LaneAddresses& addresses, std::uint32_t mask, std::uint64_t base,
                std::uint64_t bytes, std::uint32_t width) {
  if (bytes < width) return false;
  const Outside found = run_loop<FindOutside>(addresses.data(), mask, base, bytes - width);
  return (found.outside >> 63) == 0;
}

void add_offset(const std::uint64_t* registers, std::uint64_t offset, LaneAddresses& addresses) {
  run_loop<AddOffset<std::uint64_t>>(registers, offset, addresses.data());
}

void add_offset(const std::uint32_t* registers, std::uint32_t offset, LaneAddresses& addresses) {
  run_loop<AddOffset<std::uint32_t>>(registers, offset, addresses.data());
}

}  // namespace warplens::machine
