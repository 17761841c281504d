// Which parts of large allocations a launch touches that has not run yet: it is run on the CPU with
// what was kept so far, until nothing else is touched.
//
//   spool ── asked episode ──► replay ──► parts that nobody knows, and which it reaches for
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

#include "kernels/captured/memory_layout.h"
#include "kernels/capturing/spooled.h"

namespace warplens::capturing {

// Of one episode; each look may find others, as what was unknown leads to them.
class TouchedParts {
 public:
  // Together the looks take no longer.
  explicit TouchedParts(std::chrono::duration<double> limit) : left_(limit) {}

  // Ascending, apart, of together no more than `bytes`; none: nothing else is touched. Nothing:
  // it cannot be known, as there is no PTX, or the run did not end, or they are more.
  std::optional<std::vector<captured::Range>> look(Spooled spooled, std::uint64_t episode,
                                                   std::uint64_t bytes,
                                                   const std::stop_token& stop = {});

 private:
  std::chrono::duration<double> left_;
  std::set<std::uint64_t> found_;  // granules
};

// Granules (UnrecordedReach) as far as they lie in the gaps: at most `most` ranges, where those
// that lie near each other are one. Gaps are ascending and apart.
[[nodiscard]] std::vector<captured::Range> ranges_of(const std::set<std::uint64_t>& granules,
                                                     const std::vector<captured::Range>& gaps,
                                                     std::size_t most);

}  // namespace warplens::capturing
