#include "viz/analysis/executed/unrolled_loop.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warplens::analysis {

std::optional<std::uint32_t> copies_in_loop(const std::vector<std::uint32_t>& own,
                                            const std::vector<sass::Access>& accesses) {
  std::map<std::uint32_t, std::uint32_t> copies;  // by straight run
  for (const std::uint32_t access : own) {
    if (accesses[access].is_predicated) return std::nullopt;
    ++copies[accesses[access].straight_run];
  }
  const std::uint32_t first_run = copies.begin()->first;
  const std::uint32_t most = copies.begin()->second;
  if (most < 2 || !std::has_single_bit(most)) return std::nullopt;
  for (const std::uint32_t access : own) {
    const bool is_of_loop = accesses[access].straight_run == first_run;
    if (accesses[access].is_in_loop != is_of_loop) return std::nullopt;
  }
  std::uint32_t wanted = most;
  for (const auto& [run, count] : copies) {
    if (count != wanted) return std::nullopt;
    wanted /= 2;
  }
  return wanted == 0 ? std::optional(most) : std::nullopt;
}

std::optional<UnrolledLoop> UnrolledLoop::of(const trace::Events& events,
                                             std::vector<std::size_t> rows, std::uint32_t copies) {
  UnrolledLoop loop;
  loop.copies_ = copies;
  std::uint32_t mask = ~0u;
  for (const std::size_t row : rows) {
    if ((events.mask(row) & ~mask) != 0) return std::nullopt;
    mask = events.mask(row);
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) loop.trips_[lane] += (mask >> lane) & 1;
  }
  loop.rows_ = std::move(rows);
  return loop;
}

std::optional<std::uint32_t> UnrolledLoop::trip_of(std::size_t lane, const Step& step) const {
  const std::uint32_t trips = trips_[lane];
  const std::uint32_t in_loop = trips / copies_ * copies_;
  if (step.part == copies_) {
    return step.trip < in_loop ? std::optional(step.trip) : std::nullopt;
  }
  if ((trips & step.part) == 0) return std::nullopt;
  // Larger parts come first.
  return trips / (2 * step.part) * (2 * step.part) + step.trip;
}

void UnrolledLoop::add_step(std::vector<Step>& steps, std::uint32_t part,
                            std::uint32_t trip) const {
  Step step{steps.empty() ? rows_.front() : steps.back().row, part, trip};
  bool has_lanes = false;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const auto own = trip_of(lane, step);
    if (!own) continue;
    has_lanes = true;
    step.row = std::max(step.row, rows_[*own]);
  }
  if (has_lanes) steps.push_back(step);
}

std::vector<UnrolledLoop::Step> UnrolledLoop::steps() const {
  std::vector<Step> steps;
  const std::uint32_t most = *std::ranges::max_element(trips_);
  for (std::uint32_t trip = 0; trip < most / copies_ * copies_; ++trip) {
    add_step(steps, copies_, trip);
  }
  for (std::uint32_t part = copies_ / 2; part > 0; part /= 2) {
    for (std::uint32_t trip = 0; trip < part; ++trip) add_step(steps, part, trip);
  }
  return steps;
}

trace::EventView UnrolledLoop::view(const trace::Events& events, const Step& step) const {
  trace::EventView executed = events.view(rows_.front());
  executed.mask = 0;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const auto trip = trip_of(lane, step);
    if (!trip) continue;
    const trace::EventView event = events.view(rows_[*trip]);
    executed.mask |= 1u << lane;
    executed.address[lane] = event.address[lane];
    executed.address2[lane] = event.address2[lane];
  }
  return executed;
}

UnrolledLoops unrolled_loops(const trace::Events& events,
                             const std::map<std::uint32_t, std::uint32_t>& copies) {
  using Warp = std::pair<std::uint32_t, std::uint32_t>;  // block, warp
  std::map<std::uint32_t, std::map<Warp, std::vector<std::size_t>>> rows;
  for (std::size_t row = 0; row < events.size() && !copies.empty(); ++row) {
    const std::uint32_t site = events.site(row);
    if (copies.contains(site)) rows[site][{events.block(row), events.warp(row)}].push_back(row);
  }
  UnrolledLoops loops;
  for (auto& [site, warps] : rows) {
    std::vector<UnrolledLoop> of_site;
    for (auto& [warp, own] : warps) {
      auto loop = UnrolledLoop::of(events, std::move(own), copies.at(site));
      if (loop) of_site.push_back(*std::move(loop));
    }
    if (of_site.size() == warps.size()) loops.emplace(site, std::move(of_site));
  }
  return loops;
}

}  // namespace warplens::analysis
