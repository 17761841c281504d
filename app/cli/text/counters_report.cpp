#include "app/cli/text/counters_report.h"

#include "app/cli/text/print.h"
#include "app/session/kernel_result.h"
#include "kernels/base/json.h"
#include "viz/analysis/executed/compared_counters.h"

namespace warplens::cli {

namespace {

using analysis::ComparedCounter;
using analysis::ObservedCounter;

std::vector<ComparedCounter> compared(const trace::Run& result, const ExecutedReport* executed,
                                      std::size_t launch) {
  const bool has_sass = executed != nullptr && executed->code.assembled.has_value();
  const trace::Trace& trace = *result.traces[launch];
  const analysis::SassCost* sass = has_sass ? &executed->launches[launch].cost : nullptr;
  return analysis::compare_counters({analysis::kernel_totals(trace), sass, trace.order_dependent},
                                    result.counters[launch]);
}

std::vector<std::string_view> names_of(const std::vector<analysis::Doubt>& doubts,
                                       const ui::Speech& speech = {}) {
  std::vector<std::string_view> names;
  for (const analysis::Doubt doubt : doubts) names.push_back(speech.say(analysis::reason(doubt)));
  return names;
}

std::string agreement_text(const ui::Speech& speech, const ComparedCounter& row) {
  const std::string_view name = analysis::name_of(row.agreement);
  if (row.doubts.empty()) return std::string(name);
  const std::string_view between = speech.language == Language::zh ? "；" : "; ";
  const std::string doubts = fmt::format("{}", fmt::join(names_of(row.doubts, speech), between));
  return speech.say(tr("{}: {}", name, doubts));
}

std::string observed_text(double value, ObservedCounter::Unit unit) {
  return unit == ObservedCounter::Unit::percent ? fmt::format("{:.1f} %", value)
                                                : fmt::format("{:.0f}", value);
}

}  // namespace

void print_counters_text(const ui::Speech& speech, const trace::Run& result,
                         const ExecutedReport* executed) {
  for (std::size_t i = 0; i < result.counters.size(); ++i) {
    print_text("\n");
    print_line(speech, tr("counters of {} on {}, untouched", result.traces[i]->entry,
                          result.traces[i]->backend));
    print_text("{:>26} {:>12} {:>12}\n", "", speech.say(tr("predicted")),
               speech.say(tr("measured")));
    for (const ComparedCounter& row : compared(result, executed, i)) {
      const std::string as_ptx =
          row.as_ptx == row.predicted ? "" : " " + speech.say(tr("(in the PTX {})", row.as_ptx));
      print_text("{:>26} {:>12} {:>12}  {}{}\n", row.counter->name, row.predicted, row.measured,
                 agreement_text(speech, row), as_ptx);
    }
    for (const ObservedCounter& counter : analysis::observed_counters()) {
      const auto value = analysis::observed(counter, result.counters[i]);
      if (!value.has_value()) continue;
      print_text("{:>26} {:>25}\n", counter.name, observed_text(*value, counter.unit));
    }
  }
}

Json counters_json(const trace::Run& result, const ExecutedReport* executed, std::size_t launch) {
  Json json = Json::object();
  for (const ComparedCounter& row : compared(result, executed, launch)) {
    Json& one = json[std::string(row.counter->name)] = {{"predicted", row.predicted}};
    if (row.as_ptx != row.predicted) one["as_ptx"] = row.as_ptx;
    one["measured"] = row.measured;
    one["agreement"] = analysis::name_of(row.agreement);
    if (!row.doubts.empty()) one["why"] = names_of(row.doubts);
  }
  for (const ObservedCounter& counter : analysis::observed_counters()) {
    const auto value = analysis::observed(counter, result.counters[launch]);
    if (value.has_value()) json[std::string(counter.name)] = {{"measured", *value}};
  }
  return json;
}

}  // namespace warplens::cli
