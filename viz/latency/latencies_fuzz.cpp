// Any bytes as data of latencies must give rows of finite cycles, or an error.
#include <cmath>
#include <cstdint>
#include <string_view>

#include "viz/latency/latencies.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::latency;
  const auto all = parse_latencies({reinterpret_cast<const char*>(data), size}, "any");
  if (!all.has_value()) {
    if (all.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const Latencies& one : *all) {
    for (const auto& [name, row] : one.rows()) {
      if (!(row.cycles >= 0) || row.source.empty() || !one.of(name).has_value()) __builtin_trap();
    }
  }
  return 0;
}
