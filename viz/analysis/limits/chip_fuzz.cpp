// Any bytes as data of chips must give chips whose figures are above 0, or an error.
#include <cstdint>
#include <string_view>

#include "viz/analysis/limits/chip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::analysis;
  const auto chips = parse_chips({reinterpret_cast<const char*>(data), size}, "any");
  if (!chips.has_value()) {
    if (chips.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const Chip& chip : *chips) {
    if (!(chip.clock.value > 0) || !(chip.dram_rate.value > 0)) __builtin_trap();
  }
  return 0;
}
