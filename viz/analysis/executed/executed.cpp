#include "viz/analysis/executed/executed.h"

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
    if (!result.is_doubtful(i)) continue;
    result.stories[i] = {fmt::format("the PTX's figures: {}", why.en),
                         fmt::format("PTX 的数字：{}", why.in(Language::zh))};
  }
}

}  // namespace

Executed executed(const trace::Trace& trace, const Code& code) {
  Executed result;
  result.cost =
      code.assembled.has_value() ? sass_cost(trace, code.accesses()) : cost_without_sass(trace);
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

}  // namespace warplens::analysis
