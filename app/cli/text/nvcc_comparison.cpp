#include "app/cli/text/nvcc_comparison.h"

#include <cstdio>

#include "app/cli/text/check_report.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

using timing::NvccTiming;

TextView verdict(const NvccTiming& timing, double tolerance) {
  if (!timing.problem.empty()) return tr("not timed");
  return timing.is_within(tolerance) ? tr("within") : tr("OUTSIDE");
}

std::string row_text(const ui::Speech& speech, const NvccTiming& timing,
                     const catalog::Family& family, double tolerance) {
  const std::string start =
      fmt::format("{:<28} {:<24}", timing.name, sizes_text(family, timing.parameters));
  if (!timing.problem.empty())
    return fmt::format("{} {}\n", start, speech.say(tr("not timed: {}", timing.problem)));
  return fmt::format("{} {:>11.4f} {:>11.4f} {:>7.4f}  {}\n", start, 1e3 * timing.driver.median,
                     1e3 * timing.nvcc.median, timing.ratio(),
                     speech.say(verdict(timing, tolerance)));
}

Json row_json(const NvccTiming& timing, double tolerance) {
  Json json = {{"variant", timing.name},
               {"parameters", timing.parameters},
               {"verdict", verdict(timing, tolerance).english}};
  if (!timing.problem.empty()) {
    json["problem"] = timing.problem.in(Language::en);
    return json;
  }
  json["driver_seconds"] = timing.driver.median;
  json["nvcc_seconds"] = timing.nvcc.median;
  json["ratio"] = timing.ratio();
  return json;
}

void print_heading(const ui::Speech& speech, std::string_view family, std::string_view gpu) {
  print_line(speech, tr("{} on {}: PTX compiled by the driver, and nvcc's own code", family, gpu));
  print_text("{:<28} {:<24} {:>11} {:>11} {:>7}\n", speech.say(tr("variant")),
             speech.say(tr("size")), speech.say(tr("driver ms")), speech.say(tr("nvcc ms")),
             speech.say(tr("ratio")));
}

}  // namespace

Result<int> compare_with_nvcc(const run::Catalogue& catalogue, const device::Gpu& gpu,
                              const catalog::Family& family, const NvccComparison& comparison,
                              const std::stop_token& stop) {
  int timed = 0, outside = 0;
  Json rows = Json::array();
  const auto add = [&](const NvccTiming& timing) {
    if (timed++ == 0 && !comparison.json)
      print_heading(comparison.speech, family.name, gpu.description().name);
    outside += timing.is_within(comparison.tolerance) ? 0 : 1;
    rows.push_back(row_json(timing, comparison.tolerance));
    if (!comparison.json)
      print_text("{}", row_text(comparison.speech, timing, family, comparison.tolerance));
    std::fflush(stdout);
  };
  const Result<void> done =
      time_against_nvcc(catalogue, gpu, family, comparison.request, add, stop);
  if (comparison.json && timed > 0)
    print_json(json_forms::kNvccComparison, {{"comparisons", rows}});
  TRY(done);
  if (outside == 0) return 0;
  return fail(tr("{} of {} kernels are outside of {:g}% or were not timed: see above", outside,
                 timed, 100 * comparison.tolerance));
}

}  // namespace warplens::cli
