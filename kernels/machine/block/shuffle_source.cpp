#include "kernels/machine/block/shuffle_source.h"

namespace warplens::machine {

ShuffleSource shuffle_source(WarpAction mode, std::uint32_t lane, std::uint32_t b,
                             std::uint32_t c) {
  const std::uint32_t distance = b & 0x1f;
  const std::uint32_t clamp = c & 0x1f;
  const std::uint32_t segment = c >> 8 & 0x1f;
  const std::uint32_t last = (lane & segment) | (clamp & ~segment & 0x1f);
  const std::uint32_t first = lane & segment;
  switch (mode) {
    case WarpAction::shuffle_up: {
      const bool is_in =
          static_cast<int>(lane) - static_cast<int>(distance) >= static_cast<int>(last);
      return {is_in ? lane - distance : lane, is_in};
    }
    case WarpAction::shuffle_down:
      return lane + distance <= last ? ShuffleSource{lane + distance, true}
                                     : ShuffleSource{lane, false};
    case WarpAction::shuffle_bfly:
      return (lane ^ distance) <= last ? ShuffleSource{lane ^ distance, true}
                                       : ShuffleSource{lane, false};
    default: {
      const std::uint32_t source = first | (distance & ~segment & 0x1f);
      return source <= last ? ShuffleSource{source, true} : ShuffleSource{lane, false};
    }
  }
}

}  // namespace warplens::machine
