#include "app/cli/text/own_timings.h"

#include <fmt/ranges.h>

#include "app/cli/text/time_text.h"
#include "app/cli/text/trace_text.h"
#include "kernels/base/json.h"

namespace warplens::cli {

std::string own_sizes_text(const catalog::Parameters& sizes) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : sizes) parts.push_back(fmt::format("{}={}", name, value));
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, " "));
}

std::string own_bench_heading(const std::string& kernel, const device::Description& gpu) {
  return fmt::format(
      "{} on {}\nmedian of its launches, half the quartiles' distance, repetitions, bytes of its "
      "buffers, result\n",
      kernel, gpu.name);
}

std::string own_bench_row(const catalog::Parameters& sizes, const own::OwnTiming& timing) {
  const std::string start = fmt::format("  {:<28} ", own_sizes_text(sizes));
  if (timing.mismatch.has_value())
    return fmt::format("{}not timed, its result is wrong: {}\n", start,
                       mismatch_text(*timing.mismatch));
  const timing::Seconds& seconds = timing.seconds;
  const double spread = 50 * (seconds.upper_quartile - seconds.lower_quartile) / seconds.median;
  return fmt::format("{}{:>11} ±{:<4} {:>7} {:>12}  {}{}\n", start, time_text(seconds.median),
                     fmt::format("{:.0f}%", spread), seconds.repetitions, timing.buffer_bytes,
                     trace::name_of(timing.result), timing.fits_in_l2 ? ", in L2" : "");
}

Json own_bench_json(const catalog::Parameters& sizes, const own::OwnTiming& timing) {
  Json json = {{"sizes", sizes}, {"result", trace::name_of(timing.result)}};
  if (timing.mismatch.has_value()) {
    json["problem"] = mismatch_text(*timing.mismatch);
    return json;
  }
  json["seconds"] = {{"median", timing.seconds.median},
                     {"minimum", timing.seconds.minimum},
                     {"maximum", timing.seconds.maximum},
                     {"lower_quartile", timing.seconds.lower_quartile},
                     {"upper_quartile", timing.seconds.upper_quartile},
                     {"repetitions", timing.seconds.repetitions}};
  json["buffer_bytes"] = timing.buffer_bytes;
  json["fits_in_l2"] = timing.fits_in_l2;
  return json;
}

}  // namespace warplens::cli
