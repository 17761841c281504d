// Any bytes as a profiler's report must give launches that say something, or an error.
#include <cstdint>
#include <string_view>

#include "viz/explain/ncu_report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto report = explain::read_ncu_report(text, "any");
  if (!report.has_value()) {
    if (report.error().message.empty()) __builtin_trap();
    return 0;
  }
  if (report->launches.empty()) __builtin_trap();
  for (const explain::ProfiledLaunch& launch : report->launches) {
    (void)launch.short_name();
    for (const explain::ProfiledRow& row : launch.rows) {
      if (!row.is_instruction() && row.values.empty()) __builtin_trap();
    }
  }
  return 0;
}
