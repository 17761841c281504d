#include "kernels/trace/bulk_copy.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace warplens::trace {
namespace {

auto plain_fields(const BulkCopy& copy) {
  return std::tie(copy.lane, copy.way, copy.is_reduction, copy.blocks, copy.shared, copy.source,
                  copy.global, copy.bytes, copy.byte_mask, copy.place.first, copy.place.offsets);
}

std::vector<CopyUnit> units_of_box(const BulkCopy& copy) {
  std::vector<CopyUnit> units;
  for (const BoxPiece& piece : pieces_of_box(*copy.map, copy.place)) {
    units.push_back(
        {piece.at, copy.map->swizzled(copy.shared, piece.at), piece.address, piece.bytes});
  }
  return units;
}

// Runs of bytes that the mask leaves, in each 16.
std::vector<CopyUnit> units_of_bytes(const BulkCopy& copy) {
  std::vector<CopyUnit> units;
  const std::uint64_t from = copy.way == BulkCopy::Way::to_block ? copy.source : copy.global;
  for (std::uint64_t at = 0; at < copy.bytes; at += BulkCopy::kUnit) {
    for (std::uint32_t left = copy.byte_mask; left != 0;) {
      const auto first = static_cast<std::uint32_t>(std::countr_zero(left));
      const auto run = static_cast<std::uint32_t>(std::countr_one(left >> first));
      const std::uint64_t byte = at + first;
      units.push_back({byte, copy.shared + byte, from + byte, run});
      left &= ~(((1u << run) - 1) << first);
    }
  }
  return units;
}

}  // namespace

bool operator==(const BulkCopy& a, const BulkCopy& b) {
  if (plain_fields(a) != plain_fields(b)) return false;
  return a.map == b.map || (a.map && b.map && *a.map == *b.map);
}

std::vector<CopyUnit> units_of(const BulkCopy& copy) {
  return copy.map ? units_of_box(copy) : units_of_bytes(copy);
}

std::span<const BulkCopy> BulkCopies::of(std::uint32_t row) const {
  const auto [first, last] = std::equal_range(rows_.begin(), rows_.end(), row);
  return std::span(copies_).subspan(static_cast<std::size_t>(first - rows_.begin()),
                                    static_cast<std::size_t>(last - first));
}

void BulkCopies::append(std::uint32_t row, std::span<const BulkCopy> copies) {
  rows_.insert(rows_.end(), copies.size(), row);
  copies_.insert(copies_.end(), copies.begin(), copies.end());
}

BulkCopies BulkCopies::part(std::uint32_t first, std::uint32_t last) const {
  BulkCopies part;
  const auto begin = std::ranges::lower_bound(rows_, first);
  const auto end = std::ranges::lower_bound(rows_, last);
  for (auto row = begin; row != end; ++row) part.rows_.push_back(*row - first);
  part.copies_.assign(copies_.begin() + (begin - rows_.begin()),
                      copies_.begin() + (end - rows_.begin()));
  return part;
}

void BulkCopies::append(const BulkCopies& other, std::uint32_t rows) {
  for (const std::uint32_t row : other.rows_) rows_.push_back(rows + row);
  copies_.insert(copies_.end(), other.copies_.begin(), other.copies_.end());
}

void BulkCopies::clear() {
  rows_.clear();
  copies_.clear();
}

}  // namespace warplens::trace
