#include "kernels/trace/site_latest.h"

#include <utility>

namespace warplens::trace {
namespace {

// Accesses cost the same when they moved by what has none of these bits.
std::uint64_t bits_that_matter(const Site& site) { return site.space == Space::shared ? 3 : 31; }

}  // namespace

void SiteLatest::follow(const Site& site, const EventView& event, CostFunction cost,
                        SiteTotals& totals) {
  if (mask_ == event.mask && site.kind != EventKind::async_copy) {
    const auto move = has_addresses(site) ? common_move(address_, event.address, event.mask)
                                          : std::optional<std::uint64_t>(0);
    if (move.has_value() && (cost == nullptr || (*move & bits_that_matter(site)) == 0)) {
      moved_ = *move;
      ++times_;
      return;
    }
  }
  start(site, event, cost, totals);
}

void SiteLatest::follow(const Site& site, EventView& event, const PlacedLanes& lanes,
                        CostFunction cost, SiteTotals& totals) {
  const std::uint64_t move = lanes.base - base_;
  if (shape_ == lanes.shape->number && shape_ != 0 &&
      (cost == nullptr || (move & bits_that_matter(site)) == 0)) {
    moved_ = move;
    ++times_;
    return;
  }
  lanes.write(event.address);
  follow(site, event, cost, totals);
  shape_ = lanes.shape->number;
  base_ = lanes.base - moved_;
}

void SiteLatest::start(const Site& site, const EventView& event, CostFunction cost,
                       SiteTotals& totals) {
  settle(totals);
  mask_ = event.mask;
  address_ = event.address;
  shape_ = 0;
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

const AddressEntry& SiteLatest::addresses(const LaneAddresses& address) {
  if (!move_entry()) code(AddressEntry(mask_, address));
  return entry_;
}

const AddressEntry& SiteLatest::addresses(const PlacedLanes& lanes, LaneAddresses& address) {
  if (!move_entry()) {
    lanes.write(address);
    code(AddressEntry(mask_, address));
  }
  return entry_;
}

const AddressEntry& SiteLatest::no_addresses() {
  if (!is_coded_) code({});
  return entry_;
}

bool SiteLatest::move_entry() {
  if (!is_coded_ || !entry_.move_by(moved_ - coded_at_)) return false;
  coded_at_ = moved_;
  return true;
}

void SiteLatest::code(const AddressEntry& entry) {
  entry_ = entry;
  coded_at_ = moved_;
  pattern_ = {};
  is_coded_ = true;
}

}  // namespace warplens::trace
