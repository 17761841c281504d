#include "app/cli/text/trace_text.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "app/cli/text/event_text.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/worst_list.h"
#include "app/session/kernel_result.h"
#include "kernels/base/names.h"
#include "viz/analysis/call_sites.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/source_lines.h"

namespace warplens::cli {

namespace {

using analysis::CallSites;
using analysis::Executed;
using analysis::SourceLine;
using trace::SiteTotals;
using trace::Trace;

std::string source_line(const trace::Run& result, const SourceLine& place) {
  const auto lines = split(trace::text_of(*result.sources, place.file), '\n');
  if (place.line == 0 || place.line > lines.size()) return {};
  const std::string_view line = lines[place.line - 1];
  const std::size_t start = line.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string() : std::string(line.substr(start));
}

// Figures that are shown, and what is said about them.
struct Figures {
  SiteTotals shown, ptx, doubtful;
};

std::string row_text(const ui::Speech& speech, std::string_view name, const SiteTotals& totals,
                     std::string_view source) {
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
  if (totals.modelled) return row;
  return row + "  " +
         speech.say(shared ? Text(tr("(shared side not modelled)"))
                           : Text(tr("(not modelled in full)")));
}

void print_row(const ui::Speech& speech, std::string_view name, const Figures& figures,
               std::string_view source) {
  if (figures.shown.requests + figures.ptx.requests == 0) return;
  const std::string_view mark = mark_of(figures.shown, figures.ptx, figures.doubtful);
  const std::string marked = mark.empty() ? std::string(name) : fmt::format("{} {}", name, mark);
  print_text("{}\n", row_text(speech, marked, figures.shown, source));
}

void print_heading(const ui::Speech& speech, TextView first) {
  print_text("{:>14} {:>10} {:>10} {:>10} {:>10} {:>10} {:>5}\n", speech.say(first),
             speech.say(tr("requests")), speech.say(tr("sectors")), speech.say(tr("efficiency")),
             speech.say(tr("wavefronts")), speech.say(tr("conflicts")), speech.say(tr("n-way")));
}

// Each site's, as they are shown, as the PTX has them, and those of doubtful sites.
struct SiteFigures {
  std::vector<SiteTotals> shown, ptx, doubtful;
};

SiteFigures site_figures(const Trace& trace, const Executed* executed) {
  SiteFigures figures{trace.totals, trace.totals, std::vector<SiteTotals>(trace.totals.size())};
  if (executed == nullptr) return figures;
  for (std::size_t i = 0; i < trace.totals.size(); ++i) {
    figures.shown[i] = executed->cost.sites[i].totals;
    if (executed->is_doubtful(i)) figures.doubtful[i] = figures.shown[i];
  }
  return figures;
}

using Side = SiteTotals (*)(const analysis::LineCost& cost);
SiteTotals global_of(const analysis::LineCost& cost) { return cost.global(); }
SiteTotals shared_of(const analysis::LineCost& cost) { return cost.shared; }
SiteTotals local_of(const analysis::LineCost& cost) { return cost.local; }

// The accesses of inlined code on one side, by the line that they were written in: each with where
// it was called from.
class InlinedAccesses {
 public:
  InlinedAccesses(const ui::Speech& speech, const Trace& trace, const SiteFigures& figures,
                  const CallSites& calls, Side side)
      : speech_(speech), trace_(trace), figures_(figures), side_(side) {
    for (std::size_t i = 0; i < trace.sites.size(); ++i) {
      const auto call = calls.of(trace.sites[i]);
      if (!call.has_value() || of(i, figures.shown).requests + of(i, figures.ptx).requests == 0)
        continue;
      accesses_[{trace.sites[i].file, trace.sites[i].line}].push_back(
          {i, speech.say(call_site_text(*call))});
    }
  }

  // Behind the source's text: of the only one.
  [[nodiscard]] std::string note(const SourceLine& place) const {
    const auto found = accesses_.find(place);
    if (found == accesses_.end() || found->second.size() > 1) return {};
    return fmt::format("  ({})", found->second.front().call);
  }

  // A row each, of several.
  void print(const SourceLine& place) const {
    const auto found = accesses_.find(place);
    if (found == accesses_.end() || found->second.size() == 1) return;
    for (const auto& [site, call] : found->second) {
      print_row(speech_, "-",
                {of(site, figures_.shown), of(site, figures_.ptx), of(site, figures_.doubtful)},
                call);
    }
  }

 private:
  struct Access {
    std::size_t site;
    std::string call;
  };

  [[nodiscard]] SiteTotals of(std::size_t site, const std::vector<SiteTotals>& totals) const {
    analysis::LineCost cost;
    cost.add(trace_.sites[site], totals[site]);
    return side_(cost);
  }

  const ui::Speech& speech_;
  const Trace& trace_;
  const SiteFigures& figures_;
  Side side_;
  std::map<SourceLine, std::vector<Access>> accesses_;
};

void print_lines(const ui::Speech& speech, const Trace& trace, const Executed* executed,
                 const trace::Run& result, const CallSites& calls) {
  const SiteFigures figures = site_figures(trace, executed);
  const InlinedAccesses inlined_global(speech, trace, figures, calls, global_of);
  const InlinedAccesses inlined_shared(speech, trace, figures, calls, shared_of);
  const InlinedAccesses inlined_local(speech, trace, figures, calls, local_of);
  const auto shown = analysis::line_costs(trace, figures.shown);
  const auto doubtful = analysis::line_costs(trace, figures.doubtful);
  const auto cost_at = [](const auto& costs, const SourceLine& place) {
    const auto found = costs.find(place);
    return found == costs.end() ? analysis::LineCost() : found->second;
  };
  std::string file;
  bool first = true;
  for (const auto& [place, ptx] : analysis::line_costs(trace, figures.ptx)) {
    if (first || place.file != file) {
      print_text("\n{}\n",
                 place.file.empty() ? speech.say(Text(tr("(no line information)"))) : place.file);
      print_heading(speech, tr("line"));
    }
    first = false;
    file = place.file;
    const std::string source = source_line(result, place);
    const analysis::LineCost cost = cost_at(shown, place), doubt = cost_at(doubtful, place);
    print_row(speech, speech.say(tr("{} global", place.line)),
              {cost.global(), ptx.global(), doubt.global()}, source + inlined_global.note(place));
    inlined_global.print(place);
    print_row(speech, speech.say(tr("{} shared", place.line)),
              {cost.shared, ptx.shared, doubt.shared},
              (ptx.global().requests == 0 ? source : "") + inlined_shared.note(place));
    inlined_shared.print(place);
    const bool is_only_local = ptx.global().requests + ptx.shared.requests == 0;
    print_row(speech, speech.say(tr("{} local", place.line)), {cost.local, ptx.local, doubt.local},
              (is_only_local ? source : "") + inlined_local.note(place));
    inlined_local.print(place);
  }
}

using Class = SiteTotals analysis::KernelTotals::*;
constexpr std::array<std::pair<TextView, Class>, 11> kClasses{{
    {tr("global load"), &analysis::KernelTotals::global_load},
    {tr("global store"), &analysis::KernelTotals::global_store},
    {tr("global atomic"), &analysis::KernelTotals::global_atomic},
    {tr("shared load"), &analysis::KernelTotals::shared_load},
    {tr("shared store"), &analysis::KernelTotals::shared_store},
    {tr("shared atomic"), &analysis::KernelTotals::shared_atomic},
    {tr("async copy"), &analysis::KernelTotals::async_copy},
    {tr("local load"), &analysis::KernelTotals::local_load},
    {tr("local store"), &analysis::KernelTotals::local_store},
    {tr("TMA load"), &analysis::KernelTotals::bulk_load},
    {tr("TMA store"), &analysis::KernelTotals::bulk_store},
}};

void print_totals(const ui::Speech& speech, const Trace& trace, const Executed* executed) {
  const analysis::KernelTotals ptx = analysis::kernel_totals(trace);
  const analysis::KernelTotals& shown = executed == nullptr ? ptx : executed->cost.totals;
  print_text("\n");
  print_heading(speech, tr("total"));
  for (const auto& [name, own] : kClasses) {
    const SiteTotals doubtful = executed == nullptr ? SiteTotals() : executed->doubtful.*own;
    print_row(speech, speech.say(name), {shown.*own, ptx.*own, doubtful}, "");
    if (shown.*own == ptx.*own) continue;
    print_text("{}\n", row_text(speech, speech.say(tr("in the PTX")), ptx.*own, ""));
  }
}

TextView severity_phrase(trace::Severity severity) {
  switch (severity) {
    case trace::Severity::error:
      return ui::text(ui::Str::severity_error);
    case trace::Severity::warning:
      return ui::text(ui::Str::severity_warning);
    case trace::Severity::information:
      return ui::text(ui::Str::severity_information);
  }
  return {};
}

void print_findings(const ui::Speech& speech, const Trace& trace, const CallSites& calls,
                    bool is_guessed_launch) {
  print_text("\n");
  if (trace.findings.empty()) return print_line(speech, tr("findings: none"));
  print_line(speech, is_guessed_launch
                         ? tr("findings: {} (its launch is guessed: they may be the guess's)",
                              trace.findings.size())
                         : tr("findings: {}", trace.findings.size()));
  for (const trace::Finding& finding : trace.findings) {
    std::string words = speech.say(tr("{}, {}: {}", severity_phrase(finding.severity),
                                      trace::name_of(finding.kind), finding.message));
    if (const auto call = calls.of(finding))
      words = speech.say(tr("{} ({})", words, call_site_text(*call)));
    print_text("  {}\n", with_times(speech, words, finding.occurrences));
  }
}

void print_printed(const ui::Speech& speech, const Trace& trace) {
  if (trace.printed.empty()) return;
  print_text("\n");
  print_line(speech, tr("printed by the kernel:"));
  print_text("{}{}", trace.printed, trace.printed.ends_with('\n') ? "" : "\n");
  if (trace.printed_is_full()) print_line(speech, tr("(the first MiB is kept)"));
}

void print_recorded(const ui::Speech& speech, const Trace& trace) {
  const std::uint64_t blocks = trace.launch.grid.count();
  if (trace.block_count == 0) {
    print_line(speech, tr("events: none recorded of {} blocks", blocks));
  } else {
    print_line(speech, tr("events: {} recorded, blocks {}-{} of {}", trace.recorded(),
                          trace.first_block, trace.first_block + trace.block_count - 1, blocks));
  }
  if (trace.order_dependent) {
    print_line(
        speech,
        trace.backend == "cpu"
            ? tr("order: this kernel can tell in which order blocks run; they ran one by one")
            : tr("order: this kernel can tell in which order blocks run; another run may "
                 "differ"));
  }
  if (trace.lane_instructions > 0) {
    print_line(speech,
               tr("lane instructions: {} in {:.3f} s", trace.lane_instructions, trace.seconds));
  }
}

// The launch with its events as they are executed.
std::shared_ptr<const Trace> shown_trace(const trace::Run& result, std::size_t launch,
                                         const ExecutedReport* report) {
  if (report == nullptr) return result.traces[launch];
  return analysis::executed_trace(result.traces[launch], report->code, report->launches[launch]);
}

void print_accesses(const trace::Run& result, std::size_t launch, const TraceTextOptions& options) {
  if (!options.worst && !options.events) return;
  const auto shown = shown_trace(result, launch, options.executed);
  if (options.worst) print_worst(options.speech, *shown);
  if (options.events) print_events(options.speech, *shown);
}

void print_launch(const trace::Run& result, std::size_t launch, const TraceTextOptions& options,
                  const CallSites& calls) {
  const Trace& trace = *result.traces[launch];
  const Executed* executed =
      options.executed == nullptr ? nullptr : &options.executed->launches[launch];
  const ui::Speech& speech = options.speech;
  print_line(speech, tr("{} on {}, PTX {}, grid {}, block {}, {} bytes of shared memory",
                        options.full_names ? trace.kernel : short_name(trace.kernel), trace.backend,
                        trace.target, dim3_text(trace.launch.grid), dim3_text(trace.launch.block),
                        trace.launch.static_shared_bytes + trace.launch.dynamic_shared_bytes));
  if (executed != nullptr) print_executed_heading(speech, *options.executed);
  print_lines(speech, trace, executed, result, calls);
  print_totals(speech, trace, executed);
  if (executed != nullptr) print_stories(speech, trace, *executed, *options.executed);
  print_accesses(result, launch, options);
  print_printed(speech, trace);
  print_findings(speech, trace, calls, result.is_guessed_launch);
  print_recorded(speech, trace);
}

}  // namespace

TextView verdict_phrase(trace::Verdict verdict) {
  switch (verdict) {
    case trace::Verdict::match:
      return tr("match");
    case trace::Verdict::mismatch:
      return tr("mismatch");
    default:
      return tr("unchecked");
  }
}

Text mismatch_phrase(const trace::Mismatch& mismatch) {
  const TextView format = mismatch.count == 1 ? tr("{}[{}] is {}, expected {}; {} element differs")
                                              : tr("{}[{}] is {}, expected {}; {} elements differ");
  return tr(format, mismatch.buffer, mismatch.element, mismatch.actual, mismatch.expected,
            mismatch.count);
}

std::string mismatch_text(const trace::Mismatch& mismatch) {
  return mismatch_phrase(mismatch).in(Language::en);
}

void print_trace_text(const trace::Run& result, const TraceTextOptions& options) {
  const CallSites calls(*result.ptx);
  for (std::size_t i = 0; i < result.traces.size(); ++i) print_launch(result, i, options, calls);
  for (const Text& note : result.notes) print_line(options.speech, tr("note: {}", note));
  print_line(options.speech, tr("result: {}", verdict_phrase(result.verdict)));
}

}  // namespace warplens::cli
