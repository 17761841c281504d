#include "viz/analysis/lane_records.h"

#include <algorithm>
#include <numeric>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {

namespace {

using trace::EventKind;
using trace::EventView;
using trace::Site;
using trace::Space;
using trace::Trace;

HeldAddress place_in_buffer(const Trace& trace, std::uint64_t address) {
  const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
  if (buffer == nullptr) return {trace::kNone, address};
  return {static_cast<std::uint32_t>(buffer - trace.buffers.data()), address - buffer->address};
}

HeldAddress place_in_array(const Trace& trace, std::uint64_t offset) {
  for (std::uint32_t i = 0; i < trace.shared_arrays.size(); ++i) {
    const trace::SharedArray& array = trace.shared_arrays[i];
    if (offset - array.offset < array.bytes) return {i, offset - array.offset};
  }
  return {trace::kNone, offset};
}

void take_copy(const Trace& trace, const trace::BulkCopy& copy, LaneRecord& record) {
  const bool stays_in_shared = copy.way == trace::BulkCopy::Way::to_block;
  record.blocks = copy.blocks;
  for (const trace::CopyUnit& unit : trace::units_of(copy)) {
    record.units.push_back(
        {place_in_array(trace, unit.shared),
         stays_in_shared ? place_in_array(trace, unit.other) : place_in_buffer(trace, unit.other),
         unit.bytes});
  }
}

LaneRecord record_of(const Trace& trace, const EventView& event, std::uint32_t lane) {
  const Site& site = trace.sites[event.site];
  LaneRecord record;
  record.site = event.site;
  record.mask = event.mask;
  record.taken = (event.taken >> lane & 1) != 0;
  for (const trace::BulkCopy& copy : event.copies) {
    if (copy.lane == lane) take_copy(trace, copy, record);
  }
  if (site.kind == EventKind::async_copy) {
    record.place = place_in_buffer(trace, event.address[lane]);
    record.destination = place_in_array(trace, event.address2[lane]);
  } else if (site.space == Space::global || site.space == Space::constant) {
    record.place = place_in_buffer(trace, event.address[lane]);
  } else if (site.space == Space::shared) {
    record.place = place_in_array(trace, event.address[lane]);
  } else if (site.space == Space::local || site.space == Space::distributed) {
    record.place.offset = event.address[lane];
  } else if (site.kind == EventKind::shuffle) {
    record.place.offset = event.address[lane];  // the lane that it gets its value from
  }
  return record;
}

}  // namespace

bool is_same_access(const LaneRecord& a, const LaneRecord& b) {
  return a.site == b.site && a.place == b.place && a.destination == b.destination &&
         a.units == b.units && a.blocks == b.blocks && a.taken == b.taken;
}

LaneRecords::LaneRecords(const Trace& trace, const std::set<std::uint32_t>& left_out)
    : first_block_(static_cast<std::uint32_t>(trace.first_block)),
      warps_(trace.launch.warps_per_block()),
      first_(trace.block_count * warps_ * kWarpSize + 1) {
  const trace::Events& events = trace.events;
  for (std::size_t row = 0; row < events.size(); ++row) {
    if (left_out.contains(events.site(row))) continue;
    const std::size_t first = lane_of(events.block(row), events.warp(row));
    for_each_lane(events.mask(row), [&](std::uint32_t lane) { ++first_[first + lane + 1]; });
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  records_.resize(first_.back());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t row = 0; row < events.size(); ++row) {
    if (left_out.contains(events.site(row))) continue;
    const EventView event = events.view(row);
    const std::size_t first = lane_of(event.block, event.warp);
    for_each_lane(event.mask, [&](std::uint32_t lane) {
      records_[next[first + lane]++] = record_of(trace, event, lane);
    });
  }
}

std::size_t LaneRecords::lane_of(std::uint32_t block, std::uint32_t warp) const {
  return (static_cast<std::size_t>(block - first_block_) * warps_ + warp) * kWarpSize;
}

std::span<const LaneRecord> LaneRecords::of(std::size_t lane) const {
  return std::span(records_).subspan(first_[lane], first_[lane + 1] - first_[lane]);
}

LaneName LaneRecords::name(std::size_t lane) const {
  const std::size_t warp = lane / kWarpSize;
  const auto block = static_cast<std::uint32_t>(warp / warps_);
  return {first_block_ == trace::kNone ? trace::kNone : first_block_ + block,
          static_cast<std::uint32_t>(warp % warps_), static_cast<std::uint32_t>(lane % kWarpSize)};
}

LaneRecords LaneRecords::without_order() const {
  LaneRecords together;
  together.first_block_ = trace::kNone;
  together.warps_ = warps_;
  together.first_ = {0};
  const std::size_t lanes_of_block = std::size_t{warps_} * kWarpSize;
  for (std::size_t lane = 0; lane < lanes_of_block; ++lane) {
    const auto first = static_cast<std::ptrdiff_t>(together.records_.size());
    for (std::size_t same = lane; same < lanes(); same += lanes_of_block) {
      const std::span<const LaneRecord> records = of(same);
      together.records_.insert(together.records_.end(), records.begin(), records.end());
    }
    std::sort(together.records_.begin() + first, together.records_.end());
    together.first_.push_back(together.records_.size());
  }
  return together;
}

}  // namespace warplens::analysis
