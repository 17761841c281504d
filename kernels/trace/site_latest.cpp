#include "kernels/trace/site_latest.h"

#include <utility>

namespace warplens::trace {

void SiteLatest::follow(const Site& site, const EventView& event, CostFunction cost,
                        SiteTotals& totals) {
  if (mask_ == event.mask && site.kind != EventKind::async_copy) {
    const std::uint64_t period = site.space == Space::shared ? 4 : 32;
    const auto move = common_move(address_, event.address, event.mask);
    if (move.has_value() && (cost == nullptr || *move % period == 0)) {
      moved_ = *move;
      ++times_;
      return;
    }
  }
  start(site, event, cost, totals);
}

void SiteLatest::start(const Site& site, const EventView& event, CostFunction cost,
                       SiteTotals& totals) {
  settle(totals);
  mask_ = event.mask;
  address_ = event.address;
  moved_ = 0;
  is_coded_ = false;
  times_ = 1;
  cost_ = {};
  cost_.events = 1;
  cost_.lanes = count_lanes(event.mask);
  if (cost != nullptr) cost(site, event, cost_);
}

void SiteLatest::settle(SiteTotals& totals) {
  if (times_ != 0) totals.add(cost_, std::exchange(times_, 0));
}

const AddressEntry& SiteLatest::addresses(const EventView& event) {
  if (!is_coded_ || !entry_.move_by(moved_ - coded_at_)) {
    entry_ = AddressEntry(event.mask, event.address);
    is_coded_ = true;
  }
  coded_at_ = moved_;
  return entry_;
}

}  // namespace warplens::trace
