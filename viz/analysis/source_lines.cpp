#include "viz/analysis/source_lines.h"

namespace warplens::analysis {

namespace {

using trace::Site;
using trace::SiteTotals;

SiteTotals global_side(SiteTotals totals) {
  totals.wavefronts = totals.ideal_wavefronts = totals.conflicts = 0;
  totals.max_way = 0;
  totals.modelled = true;  // only a shared side is ever unmodelled
  return totals;
}

SiteTotals shared_side(SiteTotals totals) {
  totals.sectors = totals.ideal_sectors = totals.bytes_used = totals.bytes_moved = 0;
  return totals;
}

}  // namespace

SiteTotals LineCost::global() const {
  SiteTotals both = global_load;
  both += global_store;
  return both;
}

bool LineCost::is_empty() const {
  return global_load.requests + global_store.requests + shared.requests + local.requests == 0;
}

void LineCost::add(const Site& site, const SiteTotals& totals) {
  const bool copies = site.kind == trace::EventKind::async_copy;
  const bool is_bulk_load = site.kind == trace::EventKind::bulk_load;
  const bool is_bulk = is_bulk_load || site.kind == trace::EventKind::bulk_store;
  const bool loads = copies || is_bulk_load || site.kind == trace::EventKind::load;
  if (copies || is_bulk || site.space == trace::Space::global) {
    (loads ? global_load : global_store) += global_side(totals);
  }
  if (copies || site.space == trace::Space::shared) shared += shared_side(totals);
  if (site.space == trace::Space::local) local += totals;
}

std::map<SourceLine, LineCost> line_costs(const trace::Trace& trace) {
  return line_costs(trace, trace.totals);
}

std::map<SourceLine, LineCost> line_costs(const trace::Trace& trace,
                                          const std::vector<SiteTotals>& totals) {
  std::map<SourceLine, LineCost> lines;
  for (std::size_t i = 0; i < trace.sites.size() && i < totals.size(); ++i) {
    const Site& site = trace.sites[i];
    LineCost cost;
    cost.add(site, totals[i]);
    if (cost.is_empty()) continue;
    lines[{site.file, site.line}].add(site, totals[i]);
  }
  return lines;
}

}  // namespace warplens::analysis
