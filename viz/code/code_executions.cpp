// How often instructions execute, and what accesses cost, where the trace says it.
#include <algorithm>
#include <map>
#include <vector>

#include "kernels/sass/instruction.h"
#include "viz/code/code_model.h"

namespace warplens::code {

namespace {

struct LineTotals {
  trace::SiteTotals totals;
  bool is_certain = true;
};

// By PTX line: figures of its accesses as the launch executes them.
std::map<std::uint32_t, LineTotals> totals_of(const trace::Trace& trace,
                                              const std::function<bool(std::size_t)>& is_certain) {
  std::map<std::uint32_t, LineTotals> totals;
  for (std::size_t i = 0; i < trace.sites.size() && i < trace.totals.size(); ++i) {
    LineTotals& line = totals[trace.sites[i].ptx_line];
    line.totals += trace.totals[i];
    line.is_certain = line.is_certain && is_certain(i);
  }
  return totals;
}

std::string ratio_text(std::uint64_t sum, std::uint64_t count) {
  const double value = static_cast<double>(sum) / static_cast<double>(count);
  return sum % count == 0 ? fmt::format("{}", sum / count) : fmt::format("{:.1f}", value);
}

// "8 S/R": of global memory 8 sectors a request; "4 W/R": of shared memory 4 wavefronts.
void set_cost(const trace::SiteTotals& totals, SassCodeRow& row) {
  if (totals.requests == 0) return;
  if (totals.wavefronts > 0) {
    row.cost = fmt::format("{} W/R", ratio_text(totals.wavefronts, totals.requests));
    row.times = static_cast<double>(totals.wavefronts) /
                static_cast<double>(std::max<std::uint64_t>(totals.ideal_wavefronts, 1));
  } else if (totals.sectors > 0) {
    row.cost = fmt::format("{} S/R", ratio_text(totals.sectors, totals.requests));
    row.times = static_cast<double>(totals.sectors) /
                static_cast<double>(std::max<std::uint64_t>(totals.ideal_sectors, 1));
  }
}

bool is_predicated(const SassCodeRow& row) { return row.text.starts_with('@'); }

// Rows of one straight run of code.
struct StraightRun {
  std::size_t begin = 0, end = 0;
};

std::vector<StraightRun> runs_of(const std::vector<SassCodeRow>& rows) {
  std::vector<StraightRun> runs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool goes_on = i > 0 && rows[i].straight_run == rows[i - 1].straight_run;
    if (!goes_on) runs.push_back({i, i});
    runs.back().end = i + 1;
  }
  return runs;
}

// What is not predicated in a run executes as often as any of it that is known.
void spread(const StraightRun& run, std::vector<SassCodeRow>& rows) {
  std::optional<std::uint64_t> known;
  for (std::size_t i = run.begin; i < run.end && !known; ++i) {
    if (!is_predicated(rows[i])) known = rows[i].executions;
  }
  for (std::size_t i = run.begin; i < run.end && known; ++i) {
    if (!is_predicated(rows[i])) rows[i].executions = known;
  }
}

}  // namespace

void add_executions(const trace::Trace& trace,
                    const std::function<bool(std::size_t site)>& is_certain, CodeModel& model) {
  const auto totals = totals_of(trace, is_certain);
  std::map<std::uint32_t, std::vector<std::size_t>> accesses;  // rows, by PTX line
  for (std::size_t i = 0; i < model.sass.size(); ++i) {
    const auto access = sass::access_of(sass::instruction_of(model.sass[i].text));
    if (!access || access->is_never_run || model.sass[i].ptx == trace::kNone) continue;
    accesses[model.ptx[model.sass[i].ptx].line].push_back(i);
  }
  for (const auto& [line, rows] : accesses) {
    const auto found = totals.find(line);
    if (found == totals.end() || !found->second.is_certain) continue;
    for (const std::size_t row : rows) set_cost(found->second.totals, model.sass[row]);
    if (rows.size() == 1) model.sass[rows[0]].executions = found->second.totals.events;
  }
  for (const StraightRun& run : runs_of(model.sass)) spread(run, model.sass);
}

}  // namespace warplens::code
