// A thread's slice as records with the trace's addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/device/address_map.h"

namespace warplens::device {

class LaneReader {
 public:
  LaneReader(const Instrumented& kernel, const AddressMap& map, ReadingNotes& notes)
      : kernel_(kernel), sites_(kernel.program.sites()), map_(map), notes_(notes) {}

  // Of a block of this rank in its cluster are the slices that follow.
  void begin_block(std::uint32_t rank) { rank_ = rank; }
  // Appends what the slice holds to `records`. Errors: a record that this lane cannot have made.
  Result<void> read(std::span<const std::byte> slice, std::uint32_t lane,
                    std::vector<Record>& records);

 private:
  [[nodiscard]] bool is_sound(const Record& record, std::uint32_t lane) const;
  void place_local(const Record& record);
  // The record with the trace's address; `is_destination`: the second one of a copy.
  [[nodiscard]] Record placed(Record record, bool is_destination);
  // The same, of an access to another block's shared memory; nothing if the instruction has none.
  [[nodiscard]] std::optional<Record> in_cluster(Record record) const;

  const Instrumented& kernel_;
  const std::vector<trace::Site>& sites_;
  const AddressMap& map_;
  ReadingNotes& notes_;
  LocalFrames frames_;
  std::uint32_t rank_ = 0;
};

}  // namespace warplens::device
