#include "app/cli/text/worst_list.h"

#include "viz/analysis/causes/cause_text.h"
#include "viz/analysis/causes/causes.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::cli {
namespace {

std::vector<analysis::Cause> causes_of(const trace::Trace& trace) {
  return analysis::causes(trace, analysis::event_costs(trace));
}

std::string place_of(const trace::Site& site) {
  if (site.file.empty()) return fmt::format("PTX line {}", site.ptx_line);
  return fmt::format("{}:{}", site.file, site.line);
}

void print_cause(const trace::Trace& trace, const analysis::Cause& cause) {
  const trace::Site& site = trace.sites[cause.site];
  print_text("  {:>5.1f}%  {}, {} {}: {}\n", 100 * cause.share, place_of(site),
             trace::name_of(site.space), trace::name_of(site.kind), cause.sentence.en);
  print_text("          {}: {}\n", analysis::cause_title(cause.kind).en, cause.advice.en);
}

Json cause_json(const trace::Trace& trace, const analysis::Cause& cause) {
  const trace::Site& site = trace.sites[cause.site];
  return {{"kind", analysis::name_of(cause.kind)},
          {"share", cause.share},
          {"file", site.file},
          {"line", site.line},
          {"site", cause.site},
          {"event", cause.row},
          {"sentence", cause.sentence.en},
          {"advice", cause.advice.en}};
}

}  // namespace

void print_worst(const trace::Trace& trace) {
  const auto causes = causes_of(trace);
  if (causes.empty()) return print_text("\nworst accesses: none\n");
  print_text("\nworst accesses, and what could be saved of all recorded accesses' cost:\n");
  for (const analysis::Cause& cause : causes) print_cause(trace, cause);
}

Json worst_json(const trace::Trace& trace) {
  Json list = Json::array();
  for (const analysis::Cause& cause : causes_of(trace)) list.push_back(cause_json(trace, cause));
  return list;
}

}  // namespace warplens::cli
