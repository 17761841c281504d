// Facts that the SASS alone tells of each site: which instructions belong to it, and how wide they
// are.
#pragma once

#include <vector>

#include "viz/analysis/executed/sass_cost.h"
#include "viz/analysis/executed/wide_accesses.h"

namespace warplens::analysis {

// An access to global or shared memory: these have costs.
[[nodiscard]] bool is_counted(const trace::Site& site);

struct SassPlan {
  std::vector<SiteInSass> sites;      // fates, accesses and doubts, as if each had run
  std::vector<SassPart> parts;        // beside them
  std::vector<std::uint32_t> strays;  // SassCost::strays

  // Whether it takes events to tell what a site costs.
  [[nodiscard]] bool needs_events(const trace::Trace& launch, std::uint32_t site,
                                  const std::vector<sass::Access>& accesses) const;
};

// `launch` may be all that is known of one before it runs. Sites without an event in it are left
// out, where it has totals.
[[nodiscard]] SassPlan sass_plan(const trace::Trace& launch,
                                 const std::vector<sass::Access>& accesses);

}  // namespace warplens::analysis
