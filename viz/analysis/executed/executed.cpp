#include "viz/analysis/executed/executed.h"

#include <utility>

#include "viz/analysis/executed/story.h"

namespace warplens::analysis {

const std::vector<sass::Access>& Code::accesses() const {
  static const std::vector<sass::Access> kNoAccesses;
  return assembled.has_value() ? assembled->accesses : kNoAccesses;
}

namespace {

// Every doubt has the same reason.
void tell_why(const Text& why, Executed& result) {
  for (std::size_t i = 0; i < result.stories.size(); ++i) {
    if (result.is_doubtful(i)) result.stories[i] = tr("the PTX's figures: {}", why);
  }
}

Executed executed_at(const trace::Trace& trace, const Code& code, SassCost cost) {
  Executed result;
  result.cost = std::move(cost);
  result.ptx = kernel_totals(trace);
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    result.is_other.push_back(result.cost.sites[i].totals != trace.totals[i]);
  }
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    if (!result.is_doubtful(i)) continue;
    add_to_class(trace.sites[i], result.cost.sites[i].totals, result.doubtful);
  }
  result.stories = stories(trace, code.accesses(), result.cost);
  if (!code.assembled.has_value()) tell_why(code.why_none, result);
  return result;
}

}  // namespace

Executed executed(const trace::Trace& trace, const Code& code) {
  if (!code.assembled.has_value()) return executed_at(trace, code, cost_without_sass(trace));
  return executed_at(trace, code, sass_cost(trace, code.accesses()));
}

Executed executed(const trace::Trace& trace, const Code& code, const SassReader& reader) {
  if (!code.assembled.has_value()) return executed(trace, code);
  return executed_at(trace, code, reader.cost(trace));
}

}  // namespace warplens::analysis
