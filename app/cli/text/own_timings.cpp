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

std::string own_bench_heading(const ui::Speech& speech, const std::string& kernel,
                              const device::Description& gpu) {
  return speech.say(
      tr("{} on {}\nmedian of its launches, half the quartiles' distance, repetitions, bytes of "
         "its buffers, result\n",
         kernel, gpu.name));
}

std::string own_bench_row(const ui::Speech& speech, const catalog::Parameters& sizes,
                          const own::OwnTiming& timing) {
  const std::string start = fmt::format("  {:<28} ", own_sizes_text(sizes));
  if (timing.mismatch.has_value())
    return fmt::format(
        "{}{}\n", start,
        speech.say(tr("not timed, its result is wrong: {}", mismatch_phrase(*timing.mismatch))));
  const timing::Seconds& seconds = timing.seconds;
  const double spread = 50 * (seconds.upper_quartile - seconds.lower_quartile) / seconds.median;
  const TextView result = verdict_phrase(timing.result);
  const Text words = timing.fits_in_l2 ? tr("{}, in L2", result) : Text(result);
  return fmt::format("{}{:>11} ±{:<4} {:>7} {:>12}  {}\n", start, time_text(seconds.median),
                     fmt::format("{:.0f}%", spread), seconds.repetitions, timing.buffer_bytes,
                     speech.say(words));
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
