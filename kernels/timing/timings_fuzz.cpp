// Any bytes as a recording must give timings that are written and read again the same, or an error.
#include <cstdint>
#include <string_view>

#include "kernels/timing/timings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::timing;
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto timings = parse_timings(json, "any");
  if (!timings.has_value()) {
    if (timings.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const Entry& entry : timings->entries) {
    if (!(entry.seconds.median > 0) || entry.bytes < 0) __builtin_trap();
  }
  const auto again = parse_timings(to_json(*timings), "again");
  if (!again.has_value() || again->entries.size() != timings->entries.size()) __builtin_trap();
  return 0;
}
