// Which counters make up the figures of each kind of access, by the instruction's own name in them.
#include "viz/analysis/hardware_counters.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "kernels/cost/access_kind.h"

namespace warplens::analysis {
namespace {

using testing::UnorderedElementsAreArray;

struct Covered {
  std::vector<std::string> figures;  // that are not zero for it
  std::string metric;                // a part of the one that counts this instruction
};

// By the kinds of access_kind.h; those that differ in their width or shape alone go together.
const std::map<std::string, Covered, std::less<>>& covered() {
  static const std::map<std::string, Covered, std::less<>> kinds{
      {"sld", {{"shared load wavefronts", "shared load conflicts"}, "shared_op_ld."}},
      {"sst", {{"shared store wavefronts", "shared store conflicts"}, "shared_op_st."}},
      {"gld", {{"global load requests", "global load sectors"}, "global_op_ld."}},
      {"gst", {{"global store requests", "global store sectors"}, "global_op_st."}},
      {"ldm", {{"shared load wavefronts", "shared load conflicts"}, "shared_op_ldsm."}},
      {"stm", {{"shared store wavefronts", "shared store conflicts"}, "shared_op_stsm."}},
      {"cpa",
       {{"async copy requests", "async copy sectors", "async copy wavefronts",
         "async copy conflicts"},
        "op_ldgsts."}},
      {"cpg",
       {{"async copy requests", "async copy sectors", "async copy wavefronts"}, "op_ldgsts."}},
      {"cpgz16",
       {{"async copy requests", "async copy sectors", "async copy wavefronts",
         "async copy conflicts"},
        "op_ldgsts."}},
      {"sred", {{"shared atomic wavefronts"}, "shared_op_atom."}},
      {"satom", {{"shared atomic wavefronts"}, "shared_op_atom."}},
      {"gred", {{"global atomic sectors"}, "global_op_red."}},
      {"gredf", {{"global atomic sectors"}, "global_op_red."}},
      {"gatom", {{"global atomic sectors"}, "global_op_atom."}}};
  return kinds;
}

const Covered& covered(std::string_view kind) {
  const auto whole = covered().find(kind);
  return whole != covered().end() ? whole->second : covered().find(kind.substr(0, 3))->second;
}

// Lanes 128 bytes apart: all in one bank where they stay in shared memory.
KernelTotals totals_of(const AccessKind& kind) {
  const trace::Site site = *site_of_kind(kind.name, kind.widths.front());
  std::vector<std::int64_t> offsets;
  for (std::int64_t lane = 0; lane < kWarpSize; ++lane) offsets.push_back(lane * 128);
  trace::SiteTotals totals;
  add_cost(site, *event_of_offsets(site, offsets), totals);
  KernelTotals all;
  add_to_class(site, totals, all);
  return all;
}

// What lies in local memory ptxas decides anew, and spilled registers besides: nothing is
// predicted.
bool is_predicted(const AccessKind& kind) { return kind.space != trace::Space::local; }

TEST(HardwareCounters, CoverEveryKindOfAccessWhosePlacePtxasLeavesAlone) {
  for (const AccessKind& kind : access_kinds()) {
    if (!is_predicted(kind)) continue;
    SCOPED_TRACE(kind.name);
    const Covered& expected = covered(kind.name);
    const KernelTotals totals = totals_of(kind);
    std::vector<std::string> figures;
    bool is_counted = false;
    for (const HardwareCounter& counter : hardware_counters()) {
      if (counter.predicted(totals) == 0) continue;
      figures.emplace_back(counter.name);
      is_counted = is_counted || std::ranges::any_of(counter.metrics, [&](std::string_view metric) {
                     return metric.find(expected.metric) != std::string_view::npos;
                   });
    }
    EXPECT_TRUE(is_counted) << "no figure's counters have " << expected.metric;
    EXPECT_THAT(figures, UnorderedElementsAreArray(expected.figures));
  }
}

}  // namespace
}  // namespace warplens::analysis
