// Device memory that the program has, by address.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "kernels/injected/driver_calls.h"
#include "kernels/injected/spool_format.h"

namespace warplens::injected {

struct AllocatedRange {
  std::uint64_t address = 0, bytes = 0;
  spool::AllocationKind kind = spool::AllocationKind::device;

  [[nodiscard]] std::uint64_t end() const { return address + bytes; }
  [[nodiscard]] bool holds(std::uint64_t a) const { return a - address < bytes; }
};

class Allocations {
 public:
  explicit Allocations(const DriverCalls& driver) : driver_(driver) {}

  void add(const AllocatedRange& range) { ranges_[range.address] = range; }
  void remove(std::uint64_t address) { ranges_.erase(address); }
  // Physical memory put behind addresses; what lies side by side is one allocation.
  void map(std::uint64_t address, std::uint64_t bytes);
  void unmap(std::uint64_t address, std::uint64_t bytes);

  // As it was told; nothing: no allocation.
  [[nodiscard]] std::optional<AllocatedRange> find(std::uint64_t address) const;
  // As the driver knows it, where it was not told: module variables, memory of other libraries.
  [[nodiscard]] std::optional<AllocatedRange> ask(std::uint64_t address) const;

 private:
  [[nodiscard]] std::optional<AllocatedRange> mapped_at(std::uint64_t address) const;

  const DriverCalls& driver_;
  std::map<std::uint64_t, AllocatedRange> ranges_;
  std::map<std::uint64_t, std::uint64_t> mapped_;  // bytes by address
};

}  // namespace warplens::injected
