#include "viz/analysis/executed/parting_lanes.h"

#include <algorithm>

#include "viz/analysis/executed/unrolled_loop.h"

namespace warplens::analysis {

using trace::Events;
using trace::Site;
using trace::Trace;

namespace {

bool may_part(const Trace& launch, std::uint32_t site) {
  if (launch.totals.empty()) return true;
  return launch.totals[site].lanes != launch.totals[site].events * kWarpSize;
}

std::vector<Site> executed_sites(const Trace& launch, const SassPlan& plan,
                                 const std::vector<sass::Access>& accesses) {
  std::vector<Site> sites;
  for (std::size_t i = 0; i < launch.sites.size(); ++i) {
    sites.push_back(executed_site(launch.sites[i], plan.sites[i], accesses));
  }
  return sites;
}

}  // namespace

PartingLanes::PartingLanes(const Trace& launch, const SassPlan& plan,
                           const std::vector<sass::Access>& accesses)
    : copied_(launch.sites.size()),
      part_(launch.sites.size()),
      totals_(launch.sites, executed_sites(launch, plan, accesses)) {
  for (std::uint32_t i = 0; i < copied_.size(); ++i) {
    const SiteInSass& site = plan.sites[i];
    copied_[i] = site.fate != Fate::narrower && site.accesses.size() > 1 && may_part(launch, i);
    if (!copied_[i] || site.fate != Fate::as_written) continue;
    if (const auto in_loop = copies_in_loop(site.accesses, accesses)) copies_[i] = *in_loop;
  }
}

void PartingLanes::read(const Events& events) {
  std::uint32_t block = 0;
  for (std::size_t row = 0; row < events.size(); ++row) {
    const std::uint32_t site = events.site(row);
    if (!copied_[site]) continue;
    if (events.block(row) != block) end_block(events);
    block = events.block(row);
    rows_of(site, events.warp(row)).push_back(row);
  }
  end_block(events);
}

PartingLanes::Rows& PartingLanes::rows_of(std::uint32_t site, std::uint32_t warp) {
  if (warp >= warps_.size()) warps_.resize(warp + 1, std::vector<Rows>(copied_.size()));
  return warps_[warp][site];
}

void PartingLanes::end_block(const Events& events) {
  for (std::vector<Rows>& sites : warps_) {
    for (Rows& rows : sites) {
      if (!rows.empty()) add(events, rows);
      rows.clear();
    }
  }
}

void PartingLanes::add(const Events& events, const Rows& rows) {
  const std::uint32_t site = events.site(rows.front());
  const bool together = std::ranges::all_of(
      rows, [&](std::size_t row) { return events.mask(row) == events.mask(rows.front()); });
  if (!together) part_[site] = true;
  const auto copies = copies_.find(site);
  if (copies == copies_.end()) return;
  if (together) {
    for (const std::size_t row : rows) totals_.add(events, row);
    return;
  }
  const auto loop = UnrolledLoop::of(events, rows, copies->second);
  if (!loop.has_value()) {
    copies_.erase(copies);
    return;
  }
  for (const UnrolledLoop::Step& step : loop->steps()) totals_.add(loop->view(events, step));
}

std::optional<std::uint32_t> PartingLanes::copies(std::uint32_t site) const {
  const auto found = copies_.find(site);
  return found == copies_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace warplens::analysis
