#include "app/cli/text/trace_status.h"

#include <fmt/ranges.h>

#include <map>
#include <vector>

#include "app/cli/text/trace_text.h"

namespace warplens::cli {

namespace {

// "1 race, 2 out_of_bounds": places, not how often.
std::string faults_text(const trace::Run& run) {
  std::map<trace::FindingKind, int> places;
  for (const auto& trace : run.traces) {
    for (const trace::Finding& finding : trace->findings) {
      if (finding.severity == trace::Severity::error) ++places[finding.kind];
    }
  }
  std::vector<std::string> parts;
  for (const auto& [kind, count] : places)
    parts.push_back(fmt::format("{} {}", count, trace::name_of(kind)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

Text what_is_wrong(const trace::Run& run) {
  const std::string faults = faults_text(run);
  const TextView format = run.is_guessed_launch
                              ? tr("the kernel, or the guess of its launch, is wrong: {}")
                              : tr("the kernel is wrong: {}");
  const Text kernel = faults.empty() ? Text() : tr(format, faults);
  if (!run.mismatch.has_value()) return kernel;
  const Text result = tr("the result is wrong: {}", mismatch_phrase(*run.mismatch));
  return kernel.empty() ? result : tr("{}; {}", kernel, result);
}

}  // namespace warplens::cli
