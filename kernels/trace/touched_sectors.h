// The 32-byte sectors of global memory that a launch reads and writes: the traffic that its caches
// and its DRAM cannot do without, however often its warps ask.
//
// Events are told in the order in which they happen, from one thread: a sector that is read after
// the launch has written to it need not be fetched.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::trace {

class TouchedSectors {
 public:
  explicit TouchedSectors(const std::vector<Buffer>& buffers);

  // Loads, stores, copies and atomics of global memory; other events are passed over.
  void add(const Site& site, const EventView& event);
  // Fills the bytes of `counts`.
  void count(LaunchCounts& counts) const;

 private:
  using Bits = std::vector<std::uint64_t>;  // one a sector
  struct Sectors {
    std::uint64_t first = 0, end = 0;  // address / 32
    Bits read{}, fetched{}, written{};
  };
  struct Touch {
    bool reads = false;    // through L1
    bool fetches = false;  // wants what is there
    bool writes = false;
  };
  void add(const BulkCopy& copy);
  void add(std::uint64_t sector, Touch touch);
  [[nodiscard]] Sectors* holding(std::uint64_t sector);

  std::vector<Sectors> buffers_;  // by address
  std::size_t latest_ = 0;        // of buffers_, where the last sector lay
};

}  // namespace warplens::trace
