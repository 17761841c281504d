#include "kernels/device/lane_reader.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/operations/address_windows.h"

namespace warplens::device {

using trace::EventKind;
using trace::Space;

bool LaneReader::is_sound(const Record& record, std::uint32_t lane) const {
  if ((record.site & kUnrecordedSpace) == 0 && (record.site & kLocalPlace) != 0) {
    const std::uint32_t index = record.site & ~kLocalPlace;
    return index < kernel_.placed.size() && kernel_.placed[index].space == ptx::StateSpace::local;
  }
  return (record.site & ~kUnrecordedSpace) < sites_.size() && (record.mask >> lane & 1) != 0;
}

void LaneReader::place_local(const Record& record) {
  const machine::PlacedVariable& variable = kernel_.placed[record.site & ~kLocalPlace];
  frames_.place(record.address, variable.bytes, std::uint64_t{record.mask} + variable.offset);
}

std::optional<Record> LaneReader::in_cluster(Record record) const {
  const std::uint32_t first = kernel_.sites[record.site].first;
  std::uint32_t site = first;
  while (site < sites_.size() && kernel_.sites[site].first == first &&
         sites_[site].space != Space::distributed) {
    ++site;
  }
  if (site == sites_.size() || kernel_.sites[site].first != first) return std::nullopt;
  const std::uint64_t rank = record.address >> kRankShift;
  const auto found = map_.find(Space::shared, record.address);
  record.site = site;
  record.address =
      (rank + 1) * machine::kClusterPartBytes + found.value_or(without_rank(record.address));
  return record;
}

Record LaneReader::placed(Record record, bool is_destination) {
  if ((record.site & kUnrecordedSpace) != 0) return record;
  const trace::Site& site = sites_[record.site];
  if (site.space == Space::none) return record;
  if (site.space == Space::shared && record.address >> kRankShift != rank_) {
    if (const auto other = in_cluster(record)) return *other;
  }
  const bool is_source = site.kind == EventKind::async_copy && !is_destination;
  if (is_source && record.address == 0) return record;
  const Space space = is_source ? Space::global : site.space;
  const auto found =
      space == Space::local ? frames_.find(record.address) : map_.find(space, record.address);
  if (!found.has_value()) ++notes_.stray_addresses;
  record.address = found.value_or(record.address);
  return record;
}

Result<void> LaneReader::read(std::span<const std::byte> slice, std::uint32_t lane,
                              std::vector<Record>& records) {
  std::uint32_t made = 0;
  std::memcpy(&made, slice.data(), sizeof made);
  const std::size_t capacity = (slice.size() - kSliceHeaderBytes) / sizeof(Record);
  const std::size_t kept = std::min<std::size_t>(made, capacity);
  notes_.lost_records += made - kept;
  frames_ = {};
  const std::size_t first = records.size();
  std::uint32_t left = 0;  // records of the execution that the last one is of
  for (std::size_t i = 0; i < kept; ++i) {
    Record record;
    std::memcpy(&record, slice.data() + kSliceHeaderBytes + i * sizeof(Record), sizeof record);
    const bool is_other = left != 0 && record.site != records.back().site;
    if (is_other || !is_sound(record, lane)) {
      return fail(tr("lane {}: record {} (site {:#x}, mask {:#x}) is damaged", lane, i, record.site,
                     record.mask));
    }
    if ((record.site & (kLocalPlace | kUnrecordedSpace)) == kLocalPlace) {
      place_local(record);
      continue;
    }
    const std::uint32_t all = kernel_.sites[record.site & ~kUnrecordedSpace].records;
    records.push_back(placed(record, left == 1));
    left = left == 0 ? all - 1 : left - 1;
  }
  if (left == 0) return {};
  if (made == kept) return fail(tr("lane {}: a copy is cut short", lane));
  const std::uint32_t begun = kernel_.sites[records.back().site].records - left;
  records.resize(std::max(first, records.size() - begun));  // the others are among those lost
  return {};
}

}  // namespace warplens::device
