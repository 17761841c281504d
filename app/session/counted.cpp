#include "app/session/counted.h"

#include <algorithm>
#include <set>

namespace warplens::session {
namespace {

using analysis::Fate;

bool is_changed(const analysis::SiteInSass& site) {
  return site.fate != Fate::not_run && site.fate != Fate::as_written;
}

}  // namespace

bool Counted::has_difference() const {
  return std::ranges::any_of(figures, [](const analysis::ComparedCounter& figure) {
    return figure.predicted != figure.measured;
  });
}

Counted counted(const analysis::PredictedCosts& costs, const analysis::MetricValues& values) {
  Counted counted;
  counted.figures = analysis::compare_counters(costs, values);
  for (const analysis::ObservedCounter& counter : analysis::observed_counters()) {
    const auto value = analysis::observed(counter, values);
    if (value) counted.observed.push_back({&counter, *value});
  }
  return counted;
}

void add_sass(Counted& counted, const trace::Trace& trace,
              const std::vector<sass::Access>& accesses, const analysis::MetricValues& values) {
  const analysis::SassCost cost = analysis::sass_cost(trace, accesses);
  std::set<ChangedLine> changed;
  for (std::size_t i = 0; i < cost.sites.size(); ++i) {
    if (!is_changed(cost.sites[i])) continue;
    changed.insert({trace.sites[i].file, trace.sites[i].line, cost.sites[i].fate});
  }
  counted.changed = {changed.begin(), changed.end()};
  counted.doubts = analysis::doubts_of(cost);
  if (!counted.doubts.empty()) return;
  counted.figures = analysis::compare_counters(
      {analysis::kernel_totals(trace), &cost, trace.order_dependent}, values);
}

}  // namespace warplens::session
