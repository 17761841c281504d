// State that accesses to shared memory leave behind: the bytes that were ever written, and the
// hazards that they complete, which are races and reads of bytes that nothing has written.
//
// A hazard of a load matters only when the loaded value does (race_reports.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/accesses_in_flight.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/generic_writes.h"
#include "kernels/machine/block/race_reports.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/stored_values.h"
#include "kernels/machine/block/variable_places.h"

namespace warplens::machine {

class SharedHazards {
 public:
  SharedHazards(BlockContext& block, SharedMemory& shared);

  void start();
  // When the block is over: how often what raced did.
  void settle() { reports_.settle(); }

  // All do nothing when hazards are not looked for.
  [[nodiscard]] bool is_on() const { return shared_->races() != nullptr; }

  // The access as the race detector takes it: who makes it and where. The shape of the lanes stays
  // owned by the caller.
  [[nodiscard]] static RaceAccess access_of(const Issue& issue, std::uint32_t mask,
                                            const PlacedLanes& lanes, std::uint32_t width,
                                            RaceAccessKind kind) {
    RaceAccess access;
    access.warp = issue.warp.index;
    access.mask = mask;
    access.lanes = lanes;
    access.width = width;
    access.kind = kind;
    access.instruction = issue.instruction;
    return access;
  }
  // A load whose value of lane 0 is `first`, into one slot an element; a load that gives no lane
  // its own bytes has no slots.
  void note_load(const Issue& issue, const RaceAccess& load, std::uint32_t site,
                 ValueTracker::Loads first, std::span<const std::uint32_t> slots);
  // A store from registers.
  void note_store(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                  const PlacedLanes& lanes, std::uint32_t site);
  // A write or an atomic: its bytes are written from now on.
  void note_write(const RaceAccess& write, std::uint32_t site);
  // An atomic, before its bytes are written; one that `reads_old` needs something there.
  void note_update(const RaceAccess& update, std::uint32_t site, bool reads_old);
  // Loads and atomics of lanes at offsets in the shared memory of another block.
  void note_unset_of(const Issue& issue, const SharedMemory& shared, const LaneAccess& lanes,
                     ValueTracker::Loads first, std::span<const std::uint32_t> slots);
  void report_unset_of(const Issue& issue, const SharedMemory& shared, const LaneAccess& lanes);
  // The races with threads of other blocks, and on their memory, of the access at hand.
  void note_cluster_races(std::uint32_t site);
  // The block has exited; others have touched bytes from `begin` up to `end`.
  void note_exit(const FindingPlace& place, std::uint64_t begin, std::uint64_t end);
  // Races only.
  void note(const RaceAccess& access, std::uint32_t site);
  // The end of an asynchronous access, whose beginning was noted: what comes later may race with
  // it. What ran before it was compared while it was in flight.
  void remember(const RaceAccess& access);
  // Only while hazards are looked for.
  [[nodiscard]] AccessesInFlight& in_flight() { return in_flight_; }
  // Lanes write global memory: `width` bytes each.
  void note_over_sources(const Issue& issue, std::uint32_t mask, const LaneAddresses& addresses,
                         std::uint32_t width, std::uint32_t site);
  // May these lanes write what a copy in flight reads?
  [[nodiscard]] bool may_write_sources(const PlacedLanes& lanes, std::uint32_t width) const {
    const auto place = [&](std::int32_t distance) {
      return lanes.base + static_cast<std::uint64_t>(std::int64_t{distance});
    };
    return in_flight_.may_read(place(lanes.shape->lowest), place(lanes.shape->highest) + width);
  }
  // nullptr where nobody asks: neither wgmma nor copies read shared memory.
  [[nodiscard]] GenericWrites* generic_writes() {
    return generic_writes_ ? &*generic_writes_ : nullptr;
  }
  // The array that a byte of the shared window lies in.
  [[nodiscard]] SharedPlace place_of(std::uint64_t offset) const {
    return shared_place(*block_, offset);
  }

 private:
  // Lanes with a byte that nothing was ever written to, and with none that something was.
  [[nodiscard]] std::uint32_t unset_lanes(const RaceAccess& load) const;
  [[nodiscard]] std::uint32_t empty_lanes(const RaceAccess& load) const;
  void note_read(const Issue& issue, const RaceAccess& read, std::uint32_t unwritten,
                 std::uint32_t site);
  void report_unset(const RaceAccess& update, std::uint32_t site);
  // The race with agents (agents.h) replaced by the threads whose they are.
  [[nodiscard]] Race between_own_threads(Race race) const;
  struct Found {
    Race race;
    std::optional<InFlight> open;           // the earlier access, if it is in flight
    std::optional<SharedPlace> place = {};  // of global memory
  };
  void note_racing_load(const Race& race, const ClusterRace& found) const;
  [[nodiscard]] RaceInCluster cluster_race(const Race& race, const ClusterRace& found) const;
  void note_in_flight(const RaceAccess& access, std::uint32_t site);
  void note_race(const Found& found, std::uint32_t site);
  void record_race(const Race& race);
  void record_unset_read(const Issue& issue, const RaceAccess& read, std::uint32_t lanes);
  [[nodiscard]] FindingText text_of(const Found& found) const;
  [[nodiscard]] OpenAccess open_access(const InFlight& access) const;

  BlockContext* block_;
  SharedMemory* shared_;
  AccessesInFlight in_flight_;
  std::optional<GenericWrites> generic_writes_;
  std::vector<Race> races_;  // of the access at hand
  RaceReports reports_;
  StoredValues values_;
};

}  // namespace warplens::machine
