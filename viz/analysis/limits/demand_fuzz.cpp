// Any bytes as counted runs must give launches that make sense, or an error.
#include <cstdint>
#include <string_view>

#include "viz/analysis/limits/demand_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::analysis;
  const auto runs = parse_demands({reinterpret_cast<const char*>(data), size}, "any");
  if (!runs.has_value()) {
    if (runs.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const CountedRun& run : *runs) {
    for (const LaunchDemand& launch : run.launches) {
      if (launch.updated_bytes > launch.fetched_bytes) __builtin_trap();
    }
  }
  return 0;
}
