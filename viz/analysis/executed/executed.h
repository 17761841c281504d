// A launch as GPUs of one architecture execute it, and its figures.
//
//   Trace + Code ─► SassCost ─► Executed: figures of each site, totals, a story for each access
//
// Where there is no SASS, or it does not tell what a site costs, the figures are the PTX's and the
// site's story says why.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/sass/assembled.h"
#include "viz/analysis/executed/sass_cost.h"
#include "viz/analysis/executed/sass_reader.h"

namespace warplens::analysis {

// The SASS of a run's PTX.
struct Code {
  std::uint32_t capability = 0;              // 90: sm_90
  std::optional<sass::Assembled> assembled;  // nothing: `why_none` says why, in one line
  Text why_none;

  [[nodiscard]] const std::vector<sass::Access>& accesses() const;  // empty without SASS
};

struct Executed {
  SassCost cost;              // its sites stand beside Trace::sites
  KernelTotals ptx;           // what the PTX's own accesses would cost
  KernelTotals doubtful;      // the part of cost.totals that is the PTX's for want of better
  std::vector<Text> stories;  // beside Trace::sites; empty: executed as the PTX has it

  std::vector<bool> is_other;  // beside Trace::sites: the figures are not the PTX's

  // The figures are the PTX's, and may not be what is executed.
  [[nodiscard]] bool is_doubtful(std::size_t site) const { return !cost.sites[site].is_certain(); }
};

[[nodiscard]] Executed executed(const trace::Trace& trace, const Code& code);
// The same where the launch's events are not kept: `reader`, of the code's accesses, has read them.
[[nodiscard]] Executed executed(const trace::Trace& trace, const Code& code,
                                const SassReader& reader);

}  // namespace warplens::analysis
