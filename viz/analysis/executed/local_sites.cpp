#include "viz/analysis/executed/local_sites.h"

#include <algorithm>

namespace warplens::analysis {

void decide_local_sites(const trace::Trace& trace, const std::vector<sass::Access>& accesses,
                        std::vector<SiteInSass>& sites) {
  const bool is_left = std::ranges::any_of(accesses, [&](const sass::Access& access) {
    return access.function == trace.entry && access.space == trace::Space::local &&
           !access.is_never_run;
  });
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (trace.sites[i].space != trace::Space::local || trace.totals[i].events == 0) continue;
    sites[i].fate = is_left ? Fate::as_written : Fate::removed;
    sites[i].doubt = is_left ? Doubt::local_memory : Doubt::none;
    sites[i].totals = is_left ? trace.totals[i] : trace::SiteTotals();
  }
}

}  // namespace warplens::analysis
