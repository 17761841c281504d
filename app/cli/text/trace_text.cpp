#include "app/cli/text/trace_text.h"

#include <fmt/format.h>

#include <string_view>

#include "app/cli/text/event_lanes.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "kernels/base/names.h"
#include "viz/analysis/costed_event.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/source_lines.h"

namespace warplens::cli {

namespace {

using analysis::SourceLine;
using trace::SiteTotals;
using trace::Trace;

std::string dim3_text(const Dim3& dim) { return fmt::format("{}x{}x{}", dim.x, dim.y, dim.z); }
std::string block_text(const Dim3& dim) { return fmt::format("({},{},{})", dim.x, dim.y, dim.z); }

std::string source_line(const run::RunResult& result, const SourceLine& place) {
  for (const auto& [name, text] : result.sources) {
    if (name != place.file) continue;
    const auto lines = split(text, '\n');
    if (place.line == 0 || place.line > lines.size()) return {};
    std::string_view line = lines[place.line - 1];
    const std::size_t start = line.find_first_not_of(" \t");
    return start == std::string_view::npos ? std::string() : std::string(line.substr(start));
  }
  return {};
}

void print_row(std::string_view name, const SiteTotals& totals, std::string_view source) {
  if (totals.requests == 0) return;
  const bool global = totals.bytes_moved > 0;
  const bool shared = totals.wavefronts > 0;
  const auto figure = [](bool shown, std::uint64_t value) {
    return shown ? fmt::format("{}", value) : std::string("-");
  };
  const std::string used =
      global ? fmt::format("{:.1f}%", 100 * analysis::efficiency(totals)) : std::string("-");
  std::string row =
      fmt::format("{:>14} {:>10} {:>10} {:>10} {:>10} {:>10} {:>5}  {}", name, totals.requests,
                  figure(global, totals.sectors), used, figure(shared, totals.wavefronts),
                  figure(shared, totals.conflicts), figure(shared, totals.max_way), source);
  row.erase(row.find_last_not_of(' ') + 1);
  print_text("{}{}\n", row, totals.modelled ? "" : "  (shared side not modelled)");
}

void print_heading(std::string_view first) {
  print_text("{:>14} {:>10} {:>10} {:>10} {:>10} {:>10} {:>5}\n", first, "requests", "sectors",
             "efficiency", "wavefronts", "conflicts", "n-way");
}

void print_lines(const Trace& trace, const run::RunResult& result) {
  std::string file;
  bool first = true;
  for (const auto& [place, cost] : analysis::line_costs(trace)) {
    if (first || place.file != file) {
      print_text("\n{}\n", place.file.empty() ? "(no line information)" : place.file);
      print_heading("line");
    }
    first = false;
    file = place.file;
    const std::string source = source_line(result, place);
    print_row(fmt::format("{} global", place.line), cost.global(), source);
    print_row(fmt::format("{} shared", place.line), cost.shared,
              cost.global().requests == 0 ? source : std::string());
  }
}

void print_totals(const Trace& trace) {
  const analysis::KernelTotals totals = analysis::kernel_totals(trace);
  print_text("\n");
  print_heading("total");
  print_row("global load", totals.global_load, "");
  print_row("global store", totals.global_store, "");
  print_row("global atomic", totals.global_atomic, "");
  print_row("shared load", totals.shared_load, "");
  print_row("shared store", totals.shared_store, "");
  print_row("shared atomic", totals.shared_atomic, "");
  print_row("async copy", totals.async_copy, "");
}

void print_findings(const Trace& trace) {
  if (trace.findings.empty()) {
    print_text("\nfindings: none\n");
    return;
  }
  print_text("\nfindings: {}\n", trace.findings.size());
  for (const trace::Finding& finding : trace.findings) {
    print_text("  {}, {}: {}", trace::name_of(finding.severity), trace::name_of(finding.kind),
               finding.message.en);
    if (finding.occurrences > 1) print_text(" ({} times)", finding.occurrences);
    print_text("\n");
  }
}

void print_printed(const Trace& trace) {
  if (trace.printed.empty()) return;
  print_text("\nprinted by the kernel:\n{}{}", trace.printed,
             trace.printed.ends_with('\n') ? "" : "\n");
  if (trace.printed_is_full()) print_text("(the first MiB is kept)\n");
}

void print_recorded(const Trace& trace) {
  const std::uint64_t blocks = trace.launch.grid.count();
  if (trace.block_count == 0) {
    print_text("events: none recorded of {} blocks\n", blocks);
  } else {
    print_text("events: {} recorded, blocks {}-{} of {}\n", trace.events.size(), trace.first_block,
               trace.first_block + trace.block_count - 1, blocks);
  }
  if (trace.order_dependent) {
    print_text("order: this kernel can tell in which order blocks run; {}\n",
               trace.backend == "cpu" ? "they ran one by one" : "another run may differ");
  }
  if (trace.lane_instructions > 0) {
    print_text("lane instructions: {} in {:.3f} s\n", trace.lane_instructions, trace.seconds);
  }
}

std::string place_text(const LaneLocation& place) {
  std::string text = place.is_zero_fill ? "zeros" : "";
  if (place.global.has_value()) {
    const GlobalLocation& global = *place.global;
    text = global.buffer == nullptr
               ? fmt::format("{:#x}", global.address)
               : fmt::format("{}+{}/s{}", global.buffer->name, global.offset, global.sector);
  }
  if (place.shared.has_value()) {
    const SharedLocation& shared = *place.shared;
    if (!text.empty()) text += ">";
    text += fmt::format("{}+{}/b{}", shared.array == nullptr ? "shared" : shared.array->name,
                        shared.offset, shared.bank);
  }
  if (place.local.has_value()) text = fmt::format("local+{}", *place.local);
  return fmt::format("{}:{}", place.lane, text);
}

std::string cost_text(const analysis::AccessCost& cost) {
  std::string text;
  if (cost.sectors > 0) text += fmt::format(" sectors {}", cost.sectors);
  if (cost.wavefronts > 0) text += fmt::format(" wavefronts {}", cost.wavefronts);
  return text;
}

void print_events(const Trace& trace) {
  print_text("\nlane:buffer+offset/sN (sector of the buffer) or /bN (bank)\n");
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const analysis::CostedEvent costed = analysis::costed_event(trace, row);
    const trace::EventView& event = costed.view;
    const trace::Site& site = *costed.site;
    print_text("block {} warp {} site {} line {} {} {} mask {:08x}{}",
               block_text(trace.launch.grid.at(event.block)), event.warp, event.site, site.line,
               trace::name_of(site.space), trace::name_of(site.kind), event.mask,
               cost_text(costed.cost));
    for (const LaneLocation& place : lane_places(trace, event))
      print_text(" {}", place_text(place));
    print_text("\n");
  }
}

void print_launch(const Trace& trace, const run::RunResult& result,
                  const TraceTextOptions& options) {
  print_text("{} on {}, PTX {}, grid {}, block {}, {} bytes of shared memory\n",
             options.full_names ? trace.kernel : short_name(trace.kernel), trace.backend,
             trace.target, dim3_text(trace.launch.grid), dim3_text(trace.launch.block),
             trace.launch.static_shared_bytes + trace.launch.dynamic_shared_bytes);
  print_lines(trace, result);
  print_totals(trace);
  if (options.events) print_events(trace);
  print_printed(trace);
  print_findings(trace);
  print_recorded(trace);
}

}  // namespace

std::string mismatch_text(const run::Mismatch& mismatch) {
  return fmt::format("{}[{}] is {}, expected {}; {} element{} differ{}", mismatch.buffer,
                     mismatch.element, mismatch.actual, mismatch.expected, mismatch.count,
                     mismatch.count == 1 ? "" : "s", mismatch.count == 1 ? "s" : "");
}

void print_trace_text(const run::RunResult& result, const TraceTextOptions& options) {
  for (const auto& trace : result.traces) print_launch(*trace, result, options);
  for (const Text& note : result.notes) print_text("note: {}\n", note.en);
  print_text("result: {}\n", run::name_of(result.verdict));
}

}  // namespace warplens::cli
