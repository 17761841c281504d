// The bytes of watched buffers that one instruction of one block read before the block, or anybody
// before the launch, had written them.
#pragma once

#include <cstdint>
#include <vector>

namespace warplens::machine {

class WatchedBuffer;

struct EarlyReads {
  // Guest addresses [begin, end) of one buffer.
  struct Range {
    const WatchedBuffer* buffer = nullptr;
    std::uint64_t begin = 0, end = 0;
    bool is_own = false;  // the block itself writes some of it later
  };
  static constexpr std::size_t kMostRanges = 64;

  bool is_update = false;
  bool is_complete = true;  // there were no more ranges
  std::uint64_t count = 0;
  std::vector<Range> ranges;

  void add(const WatchedBuffer& buffer, std::uint64_t address, std::uint32_t width) {
    ++count;
    const bool goes_on = !ranges.empty() && ranges.back().buffer == &buffer &&
                         address >= ranges.back().begin && address <= ranges.back().end;
    if (goes_on) {
      ranges.back().end = address + width > ranges.back().end ? address + width : ranges.back().end;
    } else if (ranges.size() < kMostRanges) {
      ranges.push_back({&buffer, address, address + width});
    } else {
      is_complete = false;
    }
  }
};

}  // namespace warplens::machine
