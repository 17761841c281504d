#include "viz/analysis/trace_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/analysis/call_sites.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/source_lines.h"

namespace warplens::tables {
namespace {

using trace::SiteTotals;
using trace::Trace;

constexpr std::array<const char*, 11> kFigures{
    "events",     "requests",   "sectors",          "ideal_sectors", "bytes_used", "bytes_moved",
    "efficiency", "wavefronts", "ideal_wavefronts", "conflicts",     "max_way"};

struct Sides {
  bool global = true, shared = true;
};

void add(Row& row, bool is_there, std::uint64_t value) {
  row.push_back(is_there ? fmt::format("{}", value) : "");
}

void add_figures(Row& row, const SiteTotals& totals, Sides has) {
  add(row, true, totals.events);
  add(row, has.global || has.shared, totals.requests);
  for (const std::uint64_t value :
       {totals.sectors, totals.ideal_sectors, totals.bytes_used, totals.bytes_moved}) {
    add(row, has.global, value);
  }
  row.push_back(has.global ? fmt::format("{:.4f}", analysis::efficiency(totals)) : "");
  for (const std::uint64_t value : {totals.wavefronts, totals.ideal_wavefronts, totals.conflicts,
                                    std::uint64_t{totals.max_way}}) {
    add(row, has.shared && totals.modelled, value);
  }
}

Row heading(std::initializer_list<const char*> first,
            std::initializer_list<const char*> last = {}) {
  Row row(first.begin(), first.end());
  row.insert(row.end(), kFigures.begin(), kFigures.end());
  row.insert(row.end(), last.begin(), last.end());
  return row;
}

void add_totals(Table& table, const std::string& launch, const Trace& trace) {
  const analysis::KernelTotals totals = analysis::kernel_totals(trace);
  for (const analysis::TotalsClass& one : analysis::kTotalsClasses) {
    Row row{launch, std::string(one.name)};
    add_figures(row, totals.*one.own, {one.has_global, one.has_shared});
    table.push_back(std::move(row));
  }
}

void add_line(Table& table, Row row, const char* space, const SiteTotals& totals, Sides has) {
  if (totals.requests == 0) return;
  row.push_back(space);
  add_figures(row, totals, has);
  table.push_back(std::move(row));
}

void add_lines(Table& table, const std::string& launch, const Trace& trace) {
  for (const auto& [place, cost] : analysis::line_costs(trace)) {
    const Row row{launch, place.file, fmt::format("{}", place.line)};
    add_line(table, row, "global", cost.global(), {true, false});
    add_line(table, row, "shared", cost.shared, {false, true});
    add_line(table, row, "local", cost.local, {true, false});
  }
}

Sides sides_of(const trace::Site& site) {
  const bool copies = site.kind == trace::EventKind::async_copy;
  const bool is_local = site.space == trace::Space::local;
  const bool is_bulk =
      site.kind == trace::EventKind::bulk_load || site.kind == trace::EventKind::bulk_store;
  return {copies || is_local || is_bulk || site.space == trace::Space::global,
          copies || site.space == trace::Space::shared};
}

// "ldsm4", "hgemm.cu", "77"; empty where the code was not inlined.
void add_call_site(Row& row, const std::optional<analysis::CallSite>& call) {
  const analysis::CallSite site = call.value_or(analysis::CallSite());
  row.insert(row.end(), {site.function, site.file, call ? fmt::format("{}", site.line) : ""});
}

void add_sites(Table& table, const std::string& launch, const Trace& trace,
               const analysis::CallSites& calls) {
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    const trace::Site& site = trace.sites[i];
    Row row{launch, fmt::format("{}", i), site.file, fmt::format("{}", site.line)};
    add_call_site(row, calls.of(site));
    row.insert(row.end(), {std::string(trace::name_of(site.space)),
                           std::string(trace::name_of(site.kind)), fmt::format("{}", site.width)});
    add_figures(row, trace.totals[i], sides_of(site));
    row.insert(row.end(), {site.function, fmt::format("{}", site.ptx_line), site.ptx});
    table.push_back(std::move(row));
  }
}

void add_findings(Table& table, const std::string& launch, const Trace& trace,
                  const analysis::CallSites& calls, Language language) {
  for (const trace::Finding& finding : trace.findings) {
    Row row{launch, std::string(trace::name_of(finding.severity)),
            std::string(trace::name_of(finding.kind)), finding.file,
            fmt::format("{}", finding.line)};
    add_call_site(row, calls.of(finding));
    row.insert(row.end(),
               {fmt::format("({},{},{})", finding.block.x, finding.block.y, finding.block.z),
                fmt::format("{}", finding.warp), fmt::format("{}", finding.lane),
                fmt::format("{}", finding.occurrences), finding.message.in(language)});
    table.push_back(std::move(row));
  }
}

Row names_of_columns(TraceTable which) {
  switch (which) {
    case TraceTable::totals:
      return heading({"launch", "class"});
    case TraceTable::lines:
      return heading({"launch", "file", "line", "space"});
    case TraceTable::sites:
      return heading({"launch", "site", "file", "line", "inlined_function", "call_file",
                      "call_line", "space", "kind", "width"},
                     {"function", "ptx_line", "ptx"});
    case TraceTable::findings:
      break;
  }
  return {"launch",    "severity", "kind", "file", "line",        "inlined_function", "call_file",
          "call_line", "block",    "warp", "lane", "occurrences", "message"};
}

void add_launch(Table& table, TraceTable which, const std::string& launch, const Trace& trace,
                const analysis::CallSites& calls, Language language) {
  switch (which) {
    case TraceTable::totals:
      return add_totals(table, launch, trace);
    case TraceTable::lines:
      return add_lines(table, launch, trace);
    case TraceTable::sites:
      return add_sites(table, launch, trace, calls);
    case TraceTable::findings:
      return add_findings(table, launch, trace, calls, language);
  }
}

}  // namespace

std::optional<TraceTable> trace_table_named(std::string_view name) {
  const auto* const known = std::ranges::find(kTraceTableNames, name);
  if (known == kTraceTableNames.end()) return std::nullopt;
  return static_cast<TraceTable>(known - kTraceTableNames.begin());
}

Table table_of(TraceTable which, std::span<const std::shared_ptr<const Trace>> launches,
               std::string_view ptx, Language language) {
  Table table{names_of_columns(which)};
  const analysis::CallSites calls(ptx);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    add_launch(table, which, fmt::format("{}", i + 1), *launches[i], calls, language);
  }
  return table;
}

}  // namespace warplens::tables
