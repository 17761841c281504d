#include "kernels/cost/bulk_copy_cost.h"

#include <algorithm>
#include <bit>

#include "kernels/cost/access_cost.h"

namespace warplens::analysis {
namespace {

using trace::BulkCopy;
using trace::CopyUnit;

constexpr std::uint64_t kLine = 128;
constexpr std::uint32_t kLeastOfMulticast = 2;
constexpr auto kNoSector = ~std::uint64_t{0};

std::uint32_t sectors_of(std::uint64_t begin, std::uint64_t end) {
  return static_cast<std::uint32_t>((end - 1) / kSectorBytes - begin / kSectorBytes + 1);
}

// A multicast asks for each line of global memory on its own.
std::uint32_t multicast_sectors(std::uint64_t begin, std::uint64_t end) {
  std::uint32_t sectors = 0;
  while (begin < end) {
    const std::uint64_t stop = std::min(end, begin / kLine * kLine + kLine);
    sectors += std::max(kLeastOfMulticast, sectors_of(begin, stop));
    begin = stop;
  }
  return sectors;
}

// Of the units of a box that are outside of its tensor: they are counted where they are filled in,
// by the sectors of each run that a row has of them.
std::uint64_t outside_sectors(const BulkCopy& copy) {
  const TensorMap& map = *copy.map;
  const std::uint64_t row_bytes = map.box_row_bytes();
  const std::vector<CopyUnit> inside = trace::units_of(copy);
  auto next = inside.begin();
  std::uint64_t sectors = 0, last = kNoSector;
  for (std::uint64_t at = 0; at < copy.bytes; at += BulkCopy::kUnit) {
    const std::uint64_t in_row = at % row_bytes;
    const bool is_inside =
        next != inside.end() && next->at / BulkCopy::kUnit == at / BulkCopy::kUnit;
    if (is_inside || in_row == 0) last = kNoSector;
    if (is_inside) {
      ++next;
      continue;
    }
    const std::uint64_t place = copy.shared + at / row_bytes * map.row_pitch() + in_row;
    if (place / kSectorBytes != last) ++sectors;
    last = place / kSectorBytes;
  }
  return sectors;
}

}  // namespace

std::vector<BulkCopyPart> bulk_copy_parts(const BulkCopy& copy) {
  std::vector<BulkCopyPart> parts;
  if (copy.way == BulkCopy::Way::to_block) return parts;
  const std::uint64_t row_bytes = copy.map ? copy.map->box_row_bytes() : copy.bytes;
  std::uint64_t row = 0;
  for (const CopyUnit& unit : trace::units_of(copy)) {
    // A store of a box writes all 16 bytes of which some are the tensor's.
    const bool is_whole = copy.map && copy.way == BulkCopy::Way::to_global;
    const std::uint64_t bytes = is_whole ? BulkCopy::kUnit : unit.bytes;
    const std::uint64_t line = unit.shared / kLine;
    const bool goes_on = !parts.empty() && row == unit.at / row_bytes &&
                         parts.back().shared_line == line &&
                         parts.back().address + parts.back().bytes == unit.other;
    row = unit.at / row_bytes;
    if (!goes_on) parts.push_back({unit.other, 0, line, 0});
    parts.back().bytes += bytes;
  }
  for (BulkCopyPart& part : parts) {
    const std::uint64_t end = part.address + part.bytes;
    part.sectors =
        copy.blocks == 0 ? sectors_of(part.address, end) : multicast_sectors(part.address, end);
  }
  return parts;
}

BulkCopyCost bulk_copy_cost(const BulkCopy& copy) {
  BulkCopyCost cost;
  for (const BulkCopyPart& part : bulk_copy_parts(copy)) {
    cost.sectors += part.sectors;
    cost.bytes += part.bytes;
  }
  const bool reaches_outside = copy.map && cost.bytes < copy.bytes;
  const bool is_load = copy.way == BulkCopy::Way::to_shared;
  if (is_load && reaches_outside) cost.sectors += outside_sectors(copy);
  const auto receivers = static_cast<std::uint64_t>(std::max(1, std::popcount(copy.blocks)));
  cost.sectors *= receivers;
  cost.bytes *= receivers;
  const bool is_of_pixels = copy.map && copy.map->im2col;
  const bool is_multicast = copy.blocks != 0;
  cost.modelled = is_load ? !is_multicast || !(reaches_outside || is_of_pixels)
                          : copy.way == BulkCopy::Way::to_global && !is_of_pixels;
  return cost;
}

}  // namespace warplens::analysis
