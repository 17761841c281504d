#include "app/cli/text/trace_json.h"

#include <array>

#include "app/cli/text/counters_report.h"
#include "app/cli/text/event_json.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/sentence_json.h"
#include "app/cli/text/worst_list.h"
#include "app/session/kernel_result.h"
#include "kernels/base/json.h"
#include "viz/analysis/call_sites.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::cli {

namespace {

using analysis::CallSites;
using analysis::Executed;
using trace::EventKind;
using trace::SiteTotals;
using trace::Space;
using trace::Trace;

Json class_json(const SiteTotals& totals, bool global, bool shared) {
  Json json = Json::object();
  if (global) add_global_figures(json, totals);
  if (shared) add_shared_figures(json, totals);
  return json;
}

Json totals_json(const Trace& trace, const Executed* executed) {
  const analysis::KernelTotals ptx = analysis::kernel_totals(trace);
  Json json = Json::object();
  for (const analysis::TotalsClass& one : analysis::kTotalsClasses) {
    const Json as_ptx = class_json(ptx.*one.own, one.has_global, one.has_shared);
    if (executed == nullptr) {
      json[one.name] = as_ptx;
      continue;
    }
    Json& own = json[one.name] =
        class_json(executed->cost.totals.*one.own, one.has_global, one.has_shared);
    add_ptx_figures(own, as_ptx);
    if ((executed->doubtful.*one.own).events > 0) own["uncertain"] = true;
  }
  return json;
}

Json figures_json(const trace::Site& site, const SiteTotals& totals) {
  const bool copies = site.kind == EventKind::async_copy;
  Json json = {{"width", site.width}, {"events", totals.events}};
  const bool is_bulk = site.kind == EventKind::bulk_load || site.kind == EventKind::bulk_store;
  if (copies || is_bulk || site.space == Space::global || site.space == Space::local) {
    add_global_figures(json, totals);
  }
  if (copies || site.space == Space::shared) add_shared_figures(json, totals);
  return json;
}

// Of inlined code: what it is called and where it was called from.
void add_call_site(Json& json, const std::optional<analysis::CallSite>& call) {
  if (!call.has_value()) return;
  if (!call->function.empty()) json["inlined_function"] = call->function;
  json["call_file"] = call->file;
  json["call_line"] = call->line;
}

Json site_json(const trace::Site& site, const SiteTotals& totals, const CallSites& calls) {
  Json json = {{"file", site.file}, {"line", site.line}};
  add_call_site(json, calls.of(site));
  json["ptx"] = site.ptx;
  json["space"] = trace::name_of(site.space);
  json["kind"] = trace::name_of(site.kind);
  json.update(figures_json(site, totals));
  return json;
}

Json sites_json(const Trace& trace, const ExecutedReport* report, const Executed* executed,
                const CallSites& calls) {
  Json sites = Json::array();
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const trace::Site& ptx = trace.sites[i];
    if (executed == nullptr) {
      sites.push_back(site_json(ptx, trace.totals[i], calls));
      continue;
    }
    const analysis::SiteInSass& in_sass = executed->cost.sites[i];
    const trace::Site site = analysis::executed_site(ptx, in_sass, report->code.accesses());
    Json json = site_json(site, in_sass.totals, calls);
    add_ptx_figures(json, figures_json(ptx, trace.totals[i]));
    add_story(json, *report, *executed, i);
    sites.push_back(std::move(json));
  }
  return sites;
}

Json finding_json(const trace::Finding& finding, const CallSites& calls) {
  Json json = {{"kind", trace::name_of(finding.kind)},
               {"severity", trace::name_of(finding.severity)},
               {"file", finding.file},
               {"line", finding.line}};
  add_call_site(json, calls.of(finding));
  json["block"] = dim3_json(finding.block);
  json["warp"] = finding.warp;
  json["lane"] = finding.lane;
  json["occurrences"] = finding.occurrences;
  add_sentence(json, "message", finding.message);
  return json;
}

Json findings_json(const Trace& trace, const CallSites& calls) {
  Json findings = Json::array();
  for (const trace::Finding& finding : trace.findings)
    findings.push_back(finding_json(finding, calls));
  return findings;
}

Json recorded_json(const Trace& trace) {
  return {{"first_block", trace.first_block},
          {"block_count", trace.block_count},
          {"blocks", trace.launch.grid.count()},
          {"events", trace.recorded()},
          {"complete", trace.events_complete}};
}

Json trace_json(const Trace& trace, const ExecutedReport* report, const Executed* executed,
                const CallSites& calls) {
  const trace::TracedLaunch& launch = trace.launch;
  Json json = {{"kernel", trace.kernel},
               {"entry", trace.entry},
               {"backend", trace.backend},
               {"target", trace.target}};
  json["launch"] = {{"grid", dim3_json(launch.grid)},
                    {"block", dim3_json(launch.block)},
                    {"shared_bytes", launch.static_shared_bytes + launch.dynamic_shared_bytes}};
  if (executed != nullptr) json["executed"] = executed_json(*report, *executed);
  json["totals"] = totals_json(trace, executed);
  json["sites"] = sites_json(trace, report, executed, calls);
  json["findings"] = findings_json(trace, calls);
  if (!trace.printed.empty()) json["printed"] = trace.printed;
  json["order_dependent"] = trace.order_dependent;
  json["lane_instructions"] = trace.lane_instructions;
  json["seconds"] = trace.seconds;
  json["recorded"] = recorded_json(trace);
  return json;
}

Json promises_json(const std::vector<BrokenPromise>& broken) {
  Json list = Json::array();
  for (const BrokenPromise& one : broken) {
    Json& json = list.emplace_back(Json::object());
    add_sentence(json, "message", one.text);
    if (one.line == 0) continue;
    json["file"] = one.file;
    json["line"] = one.line;
  }
  return list;
}

// What is said of the whole run, its launches left out.
Json run_json(const trace::Run& result, const std::vector<BrokenPromise>* broken) {
  Json json = versioned(json_forms::kTrace);
  json["result"] = trace::name_of(result.verdict);
  if (result.is_guessed_launch) json["guessed_launch"] = true;
  for (const Text& note : result.notes) {
    json["notes"].push_back(note.in(Language::en));
    json["notes_zh"].push_back(note.in(Language::zh));
  }
  if (result.mismatch.has_value()) {
    json["mismatch"] = {{"buffer", result.mismatch->buffer},
                        {"element", result.mismatch->element},
                        {"expected", result.mismatch->expected},
                        {"actual", result.mismatch->actual},
                        {"count", result.mismatch->count}};
  }
  if (broken != nullptr) json["broken_promises"] = promises_json(*broken);
  return json;
}

// An object's text without its end, for what is to follow in it.
std::string open_text(const Json& json) {
  std::string head = json_text(json, 2);
  head.erase(head.find_last_of('}'));
  head.erase(head.find_last_not_of("\n ") + 1);
  return head;
}

// The launch, with its events behind all else.
void print_events_in(const Json& json, const Trace& trace) {
  print_text("{},\n  \"events\": [", open_text(json));
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    print_text("{}\n    {}", row == 0 ? "" : ",", json_text(event_json(trace, row), -1));
  }
  print_text("\n  ]\n}}");
}

void print_launch(const trace::Run& result, std::size_t launch, const TraceJsonOptions& options,
                  const CallSites& calls) {
  const ExecutedReport* report = options.executed;
  const Executed* executed = report == nullptr ? nullptr : &report->launches[launch];
  Json json = trace_json(*result.traces[launch], report, executed, calls);
  if (!result.counters.empty()) json["counters"] = counters_json(result, options.counted, launch);
  if (!options.events && !options.worst) return print_text("{}", json_text(json, 2));
  const auto shown = report == nullptr
                         ? result.traces[launch]
                         : analysis::executed_trace(result.traces[launch], report->code, *executed);
  if (options.worst) json["worst"] = worst_json(*shown);
  if (!options.events) return print_text("{}", json_text(json, 2));
  print_events_in(json, *shown);
}

}  // namespace

void print_trace_json(const trace::Run& result, const TraceJsonOptions& options) {
  const CallSites calls(*result.ptx);
  print_text("{},\n  \"launches\": [\n", open_text(run_json(result, options.broken)));
  for (std::size_t i = 0; i < result.traces.size(); ++i) {
    if (i > 0) print_text(",\n");
    print_launch(result, i, options, calls);
  }
  print_text("\n]}}\n");
}

}  // namespace warplens::cli
