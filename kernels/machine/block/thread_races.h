// Races of one block's threads with each other on global memory, exact, in a run in which the lines
// where there may be any are known (launch/thread_screen.h).
//
// The block's race detector compares them as it does shared memory: behind which the suspect lines
// lie, one behind the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/race_reports.h"
#include "kernels/machine/block/shared_memory.h"

namespace warplens::machine {

class ThreadRaces {
 public:
  ThreadRaces(BlockContext& block, SharedMemory& shared)
      : block_(&block), shared_(&shared), reports_(block) {}

  void start(std::uint64_t block);
  [[nodiscard]] bool is_on() const { return !lines_.empty(); }
  // An access of lanes that hit an exposed buffer, of so many elements one after the other;
  // `access` says what is known beside its places.
  void note(const RaceAccess& access, const LaneAddresses& addresses, std::uint32_t elements,
            std::uint32_t site);
  // When the block is over.
  void settle() { reports_.settle(); }

 private:
  [[nodiscard]] std::uint64_t first_place() const;
  [[nodiscard]] std::optional<std::uint64_t> place_of(std::uint64_t address);
  [[nodiscard]] SharedPlace buffer_place(std::uint64_t place) const;
  void note_part(RaceAccess access, const LaneAddresses& addresses, std::uint32_t site);

  BlockContext* block_;
  SharedMemory* shared_;
  std::span<const std::uint64_t> lines_;
  std::size_t last_ = 0;     // in lines_
  std::vector<Race> races_;  // of the access at hand
  RaceReports reports_;
};

}  // namespace warplens::machine
