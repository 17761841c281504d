#include "kernels/injected/allocations.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace warplens::injected {
namespace {

// Smaller numbers are sizes, larger ones no address of a GPU's.
constexpr std::uint64_t kLeastAddress = 1 << 20, kMostAddress = std::uint64_t{1} << 57;

}  // namespace

void Allocations::map(std::uint64_t address, std::uint64_t bytes) { mapped_[address] = bytes; }

void Allocations::unmap(std::uint64_t address, std::uint64_t bytes) {
  mapped_.erase(mapped_.lower_bound(address), mapped_.lower_bound(address + bytes));
}

std::optional<AllocatedRange> Allocations::mapped_at(std::uint64_t address) const {
  auto first = mapped_.upper_bound(address);
  if (first == mapped_.begin()) return std::nullopt;
  --first;
  if (address - first->first >= first->second) return std::nullopt;
  auto last = first;
  while (first != mapped_.begin()) {
    const auto before = std::prev(first);
    if (before->first + before->second != first->first) break;
    first = before;
  }
  for (auto next = std::next(last); next != mapped_.end(); next = std::next(last)) {
    if (last->first + last->second != next->first) break;
    last = next;
  }
  return AllocatedRange{first->first, last->first + last->second - first->first};
}

std::optional<AllocatedRange> Allocations::find(std::uint64_t address) const {
  const auto after = ranges_.upper_bound(address);
  if (after != ranges_.begin()) {
    const AllocatedRange& range = std::prev(after)->second;
    if (range.holds(address)) return range;
  }
  return mapped_at(address);
}

std::optional<AllocatedRange> Allocations::ask(std::uint64_t address) const {
  if (address < kLeastAddress || address >= kMostAddress) return std::nullopt;
  std::uint64_t start = 0;
  std::size_t bytes = 0;
  unsigned type = 0, is_managed = 0;
  const auto read = [&](void* to, PointerAttribute attribute) {
    return driver_.cuPointerGetAttribute(to, attribute, address) == api::kSuccess;
  };
  if (!read(&type, kPointerMemoryType) || !read(&start, kPointerRangeStart) ||
      !read(&bytes, kPointerRangeSize))
    return std::nullopt;
  read(&is_managed, kPointerIsManaged);
  AllocatedRange range{start, bytes};
  if (!range.holds(address)) return std::nullopt;
  if (is_managed != 0) range.kind = spool::AllocationKind::managed;
  if (is_managed == 0 && type == kHostMemory) range.kind = spool::AllocationKind::host;
  return range;
}

}  // namespace warplens::injected
