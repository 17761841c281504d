// A warp's lanes, each with its records in order, taken together as warp-level events.
//
// Lanes that executed an instruction together noted the same mask. An event is complete when every
// lane of its mask has it next. Of several complete ones the one with the lowest site comes first,
// which is how the interpreter orders fragments within a function; then the one with the lowest
// lane. An aligned barrier is complete when all lanes that have records left have it next. When
// nothing is complete, because a GPU split the warp between noting the mask and the access, the
// lanes that have the same record next make an event by themselves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/base/dim3.h"
#include "kernels/device/instrument.h"

namespace warplens::device {

class LaneMerge {
 public:
  using Lanes = std::array<std::span<const Record>, kWarpSize>;  // of each lane its records
  struct Event {
    std::uint32_t lanes = 0;  // not 0
    bool is_complete = true;
  };

  // Records must name sites that `sites` holds.
  LaneMerge(const Lanes& lanes, std::span<const SiteKind> sites);

  // The next event, whose lanes' records are current(); nothing at the end.
  [[nodiscard]] std::optional<Event> next() const;
  [[nodiscard]] const Record& current(std::uint32_t lane) const { return lanes_[lane].front(); }
  // Moves these lanes on; each has a record left.
  void advance(std::uint32_t lanes);

 private:
  [[nodiscard]] const SiteKind& site(std::uint32_t lane) const;
  [[nodiscard]] Event event_of(std::uint32_t lane) const;

  Lanes lanes_;
  std::span<const SiteKind> sites_;
  std::uint32_t pending_ = 0;  // lanes that have a current record
};

}  // namespace warplens::device
