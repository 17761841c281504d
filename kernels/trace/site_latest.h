// A site's latest event, and what is known of it: most events are like the one before them at their
// site, but for where their addresses begin, so that they cost as much and are coded alike.
//
// Banks repeat every 4 bytes and sectors every 32: an event whose addresses all moved by a multiple
// of that costs what the one before did.
#pragma once

#include <cstdint>

#include "kernels/trace/address_pool.h"
#include "kernels/trace/trace.h"

namespace warplens::trace {

class SiteLatest {
 public:
  // The next event; adds to `totals` what is known of those before where it is not like them.
  // `cost` may be null.
  void follow(const Site& site, const EventView& event, CostFunction cost, SiteTotals& totals);
  // Adds all that follow() was told and has not added yet.
  void settle(SiteTotals& totals);
  // The addresses of the event that was followed last.
  [[nodiscard]] const AddressEntry& addresses(const EventView& event);

 private:
  void start(const Site& site, const EventView& event, CostFunction cost, SiteTotals& totals);

  std::uint32_t mask_ = 0;
  bool is_coded_ = false;
  std::uint64_t times_ = 0;     // events at hand, not yet added
  std::uint64_t moved_ = 0;     // how far the latest is from address_
  std::uint64_t coded_at_ = 0;  // how far entry_ is from address_
  SiteTotals cost_;             // of each of them, with itself and its lanes
  AddressEntry entry_;
  alignas(64) LaneAddresses address_;  // of the first of them
};

}  // namespace warplens::trace
