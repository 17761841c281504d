#include "kernels/trace/touched_sectors.h"

#include <algorithm>
#include <bit>

namespace warplens::trace {
namespace {

constexpr std::uint64_t kSector = 32;
constexpr std::uint64_t kWordBits = 64;

bool has(const std::vector<std::uint64_t>& bits, std::uint64_t index) {
  return (bits[index / kWordBits] >> index % kWordBits & 1) != 0;
}

void set(std::vector<std::uint64_t>& bits, std::uint64_t index) {
  bits[index / kWordBits] |= std::uint64_t{1} << index % kWordBits;
}

std::uint64_t bytes_in(const std::vector<std::uint64_t>& bits) {
  std::uint64_t count = 0;
  for (const std::uint64_t word : bits) count += static_cast<std::uint64_t>(std::popcount(word));
  return kSector * count;
}

std::uint64_t bytes_in_both(const std::vector<std::uint64_t>& a,
                            const std::vector<std::uint64_t>& b) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    count += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  }
  return kSector * count;
}

}  // namespace

TouchedSectors::TouchedSectors(const std::vector<Buffer>& buffers) {
  for (const Buffer& buffer : buffers) {
    if (buffer.bytes == 0) continue;
    Sectors sectors{buffer.address / kSector, (buffer.address + buffer.bytes - 1) / kSector + 1};
    const std::size_t words = (sectors.end - sectors.first) / kWordBits + 1;
    for (Bits* bits : {&sectors.read, &sectors.fetched, &sectors.written}) bits->resize(words);
    buffers_.push_back(std::move(sectors));
  }
}

void TouchedSectors::add(const Site& site, const EventView& event) {
  if (is_bulk_copy(site.kind)) {
    for (const BulkCopy& copy : event.copies) add(copy);
    return;
  }
  const bool copies = site.kind == EventKind::async_copy;
  if (site.space != Space::global && !copies) return;
  const bool atomic = site.kind == EventKind::atomic;
  const bool reads = copies || site.kind == EventKind::load;
  const Touch touch{reads, reads || atomic, atomic || site.kind == EventKind::store};
  std::uint64_t before = ~std::uint64_t{0};
  for (std::uint32_t lanes = addressed_lanes(site, event); lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t address = event.address[static_cast<std::size_t>(std::countr_zero(lanes))];
    const std::uint64_t last = (address + site.width - 1) / kSector;
    for (std::uint64_t sector = address / kSector; sector <= last; ++sector) {
      if (sector != before) add(sector, touch);
      before = sector;
    }
  }
}

// Past L1.
void TouchedSectors::add(const BulkCopy& copy) {
  if (copy.way == BulkCopy::Way::to_block) return;
  const bool writes = copy.way == BulkCopy::Way::to_global;
  for (const CopyUnit& unit : units_of(copy)) {
    const std::uint64_t last = (unit.other + unit.bytes - 1) / kSector;
    for (std::uint64_t sector = unit.other / kSector; sector <= last; ++sector) {
      add(sector, {.reads = false, .fetches = !writes || copy.is_reduction, .writes = writes});
    }
  }
}

void TouchedSectors::add(std::uint64_t sector, Touch touch) {
  Sectors* sectors = holding(sector);
  if (sectors == nullptr) return;
  const std::uint64_t index = sector - sectors->first;
  if (touch.reads) set(sectors->read, index);
  if (touch.fetches && !has(sectors->written, index)) set(sectors->fetched, index);
  if (touch.writes) set(sectors->written, index);
}

TouchedSectors::Sectors* TouchedSectors::holding(std::uint64_t sector) {
  const auto holds = [&](const Sectors& one) { return sector >= one.first && sector < one.end; };
  if (latest_ < buffers_.size() && holds(buffers_[latest_])) return &buffers_[latest_];
  const auto found = std::ranges::find_if(buffers_, holds);
  if (found == buffers_.end()) return nullptr;
  latest_ = static_cast<std::size_t>(found - buffers_.begin());
  return &*found;
}

void TouchedSectors::count(LaunchCounts& counts) const {
  for (const Sectors& sectors : buffers_) {
    counts.read_bytes += bytes_in(sectors.read);
    counts.fetched_bytes += bytes_in(sectors.fetched);
    counts.written_bytes += bytes_in(sectors.written);
    counts.updated_bytes += bytes_in_both(sectors.fetched, sectors.written);
  }
}

}  // namespace warplens::trace
