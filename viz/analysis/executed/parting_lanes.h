// Whether lanes of a warp run the copies of an access together, and what it costs where they leave
// an unrolled loop one after the other (unrolled_loop.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "viz/analysis/executed/piece_totals.h"
#include "viz/analysis/executed/sass_plan.h"

namespace warplens::analysis {

class PartingLanes {
 public:
  PartingLanes() = default;  // of no site
  PartingLanes(const trace::Trace& launch, const SassPlan& plan,
               const std::vector<sass::Access>& accesses);

  [[nodiscard]] bool looks_at(std::uint32_t site) const { return copied_[site]; }
  // Whole blocks' events, one after the other; forms' numbers as in WideAccesses::read().
  void read(const trace::Events& events);

  // Whether not always the same lanes of a warp ran it.
  [[nodiscard]] bool part(std::uint32_t site) const { return part_[site]; }
  // The copies of the loop in which they do so; nothing where it is none, or lanes come back.
  [[nodiscard]] std::optional<std::uint32_t> copies(std::uint32_t site) const;
  // The totals of an access that has copies().
  [[nodiscard]] trace::SiteTotals totals(std::uint32_t site) const { return totals_.of(site); }

 private:
  using Rows = std::vector<std::size_t>;

  [[nodiscard]] Rows& rows_of(std::uint32_t site, std::uint32_t warp);
  void end_block(const trace::Events& events);
  void add(const trace::Events& events, const Rows& rows);

  std::vector<bool> copied_;  // by site
  std::vector<bool> part_;
  std::map<std::uint32_t, std::uint32_t> copies_;  // in loops, by site
  std::vector<std::vector<Rows>> warps_;           // of the block, by warp and site
  PieceTotals totals_;
};

}  // namespace warplens::analysis
