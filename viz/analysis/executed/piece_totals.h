// Adds up the costs of sites' SASS accesses event by event: the pieces of each are costed once for
// those that differ only by their base.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

class PieceTotals {
 public:
  // `executed` are the sites as SASS has them.
  PieceTotals() = default;
  PieceTotals(std::vector<trace::Site> ptx, std::vector<trace::Site> executed);

  void add(const trace::Events& events, std::size_t row);
  // One that is not among the events.
  void add(const trace::EventView& event);
  // The totals of all that was added for the site.
  [[nodiscard]] trace::SiteTotals of(std::uint32_t site) const;

 private:
  struct Latest {
    std::uint32_t pattern = trace::EventPatterns::kNone;  // of events that cost the same
    std::uint64_t base = 0;
    std::uint64_t times = 0;
    trace::SiteTotals cost;  // of each
  };

  [[nodiscard]] trace::SiteTotals cost_of(const trace::EventView& event) const;
  [[nodiscard]] bool is_like(const Latest& latest, const trace::Events& events,
                             std::size_t row) const;

  std::vector<trace::Site> ptx_, executed_;
  std::vector<trace::SiteTotals> totals_;  // of those that the latest ones were not like
  std::vector<Latest> latest_;
  trace::EventView event_;  // at hand
};

}  // namespace warplens::analysis
