// Any bytes as a recording must give a host timeline that is written and read again the same, and
// whose figures can be asked for, or an error.
#include <cstdint>
#include <string_view>

#include "kernels/timing/timeline_figures.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warplens::timing;
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto timeline = parse_host_timeline(json, "any");
  if (!timeline.has_value()) {
    if (timeline.error().message.empty()) __builtin_trap();
    return 0;
  }
  for (const TimelineRun& run : timeline->runs) {
    if (!(run.seconds() > 0)) __builtin_trap();
    for (std::size_t i = 0; i < kTimelineFigureNames.size(); ++i) {
      (void)figure(run, static_cast<TimelineFigure>(i));
    }
  }
  const auto again = parse_host_timeline(to_json(*timeline), "again");
  if (!again.has_value() || *again != *timeline) __builtin_trap();
  return 0;
}
