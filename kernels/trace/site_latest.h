// A site's latest event, and what is known of it: most events are like the one before them at their
// site, but for where their addresses begin, so that they cost as much and are coded alike.
//
// Banks repeat every 4 bytes and sectors every 32: an event whose addresses all moved by a multiple
// of that costs what the one before did.
#pragma once

#include <cstdint>

#include "kernels/base/lane_shape.h"
#include "kernels/trace/address_entry.h"
#include "kernels/trace/trace.h"

namespace warplens::trace {

class SiteLatest {
 public:
  // The next event; adds to `totals` what is known of those before where it is not like them.
  // `cost` may be null.
  void follow(const Site& site, const EventView& event, CostFunction cost, SiteTotals& totals);
  // The same of an event at `lanes`, the shape's whole mask; its addresses are only written where
  // they are looked at.
  void follow(const Site& site, EventView& event, const PlacedLanes& lanes, CostFunction cost,
              SiteTotals& totals);
  // The events that the pattern is one of are others from now on, or were cleared.
  void forget_pattern() { pattern_ = {}; }
  // Adds all that follow() was told and has not added yet.
  void settle(SiteTotals& totals);
  // The addresses of the event that was followed last.
  [[nodiscard]] const AddressEntry& addresses(const LaneAddresses& address);
  // The same at `lanes`; `address` is where there is room for them.
  [[nodiscard]] const AddressEntry& addresses(const PlacedLanes& lanes, LaneAddresses& address);
  // The same where events of the site have none.
  [[nodiscard]] const AddressEntry& no_addresses();
  // The known pattern of an event with these addresses.
  [[nodiscard]] KnownPattern& pattern() { return pattern_; }

 private:
  void start(const Site& site, const EventView& event, CostFunction cost, SiteTotals& totals);
  // Moves the entry to the base of the latest event; false if it has to be coded anew.
  [[nodiscard]] bool move_entry();
  void code(const AddressEntry& entry);

  std::uint32_t mask_ = 0;
  bool is_coded_ = false;
  std::uint64_t shape_ = 0;     // number of their shape; 0: not known
  std::uint64_t base_ = 0;      // where the first of them would begin in that
  std::uint64_t times_ = 0;     // events at hand, not yet added
  std::uint64_t moved_ = 0;     // how far the latest is from address_
  std::uint64_t coded_at_ = 0;  // how far entry_ is from address_
  SiteTotals cost_;             // of each of them, with itself and its lanes
  AddressEntry entry_;
  KnownPattern pattern_;
  alignas(64) LaneAddresses address_;  // of the first of them
};

}  // namespace warplens::trace
