// Two traces of one launch, lane by lane: what one backend recorded, and what another did.
//
//   parity(interpreter's trace, GPU's trace) → Parity
//
// Compared are every lane's sequence of (site, place, branch taken); a place is an offset in a
// buffer, in a shared array or in the thread's local frame, where each 16 bytes of a copy by TMA
// come from and land, or the lane that a shuffle takes from (where that has gone, PTX defines none:
// not compared). Which lanes went together is no part of
// that: active masks are compared apart, record by record, where a lane's accesses are equal. So
// are each site's totals over all blocks.
//
// Blocks whose code can tell their order (Trace::order_dependent) may do each other's work: where
// their sequences differ, what each lane of each warp did in all blocks is compared without an
// order, as multisets.
//
// The turns of a loop that waits are left out where the caller names its branches.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "viz/analysis/lane_records.h"

namespace warplens::analysis {

struct ParityOptions {
  std::size_t most = 4;     // differences of each kind that are listed
  bool same_order = false;  // blocks ran in one order in both, whatever the code can tell
  // Sites of branches that turn until something is there (ptx::mbarrier_waits): how often hangs on
  // time. Not compared.
  std::set<std::uint32_t> waits{};
};

// The n-th thing that a lane did.
struct RecordName {
  LaneName lane;
  std::uint64_t record = 0;  // from 0; of all blocks together: after sorting
  std::uint32_t site = 0;
};

struct LaneDifference {
  RecordName at;  // the first of its lane; its site is the expected one where there is one
  std::string expected, actual;  // "st.global.f32 [%rd5], %f1 at out+64", "nothing"
};

struct MaskDifference {
  RecordName at;
  std::uint32_t expected = 0, actual = 0;
};

struct Parity {
  std::string incomparable;   // why lanes could not be compared; empty: they were
  bool any_order = false;     // as multisets: the sequences differ
  std::uint64_t records = 0;  // that were expected
  std::uint64_t lanes_different = 0;
  std::vector<LaneDifference> differences;  // one a lane
  std::uint64_t masks = 0, masks_different = 0;
  std::vector<MaskDifference> mask_differences;
  std::vector<std::uint32_t> sites_different;  // whose totals differ

  // Totals hang on which lanes went together, and count where all masks are equal.
  [[nodiscard]] bool is_equal() const;
};

[[nodiscard]] Parity parity(const trace::Trace& expected, const trace::Trace& actual,
                            const ParityOptions& options = {});

// "transpose.cu:12, block 3 warp 0 lane 5, access 2: st.global… at out+64 became nothing". `trace`:
// either of the two.
[[nodiscard]] std::string text_of(const LaneDifference& difference, const trace::Trace& trace);
[[nodiscard]] std::string text_of(const MaskDifference& difference, const trace::Trace& trace);

}  // namespace warplens::analysis
