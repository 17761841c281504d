#include "kernels/device/read_records.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

#include "kernels/device/address_map.h"
#include "kernels/device/bulk_copy_records.h"
#include "kernels/device/lane_merge.h"
#include "kernels/device/lane_reader.h"

namespace warplens::device {
namespace {

using trace::EventKind;

Result<void> check_size(const RecordedWindow& window) {
  const std::uint64_t bytes = window.block_count * window.threads * slice_bytes(window.capacity);
  if (window.slices.size() == bytes) return {};
  return fail(tr("the records of {} blocks take {} bytes, not {}", window.block_count, bytes,
                 window.slices.size()));
}

// `thread` counts from the window's first.
std::uint32_t records_made(const RecordedWindow& window, std::uint64_t thread) {
  std::uint32_t count = 0;
  std::memcpy(&count, window.slices.data() + thread * slice_bytes(window.capacity), sizeof(count));
  return count;
}

class Reader {
 public:
  Reader(const Instrumented& kernel, const RecordedWindow& window,
         std::span<const BufferPlace> buffers, ReadingNotes& notes,
         machine::UnrecordedReach* unrecorded)
      : kernel_(kernel),
        sites_(kernel.program.sites()),
        window_(window),
        map_(kernel, window.places, buffers),
        lane_reader_(kernel, map_, notes),
        notes_(notes),
        unrecorded_(unrecorded) {}

  // Warp after warp, each up to the barrier that the others reach, too: an order in which the block
  // may have run.
  Result<void> read_block(std::uint64_t block, trace::BlockRecorder& recorder) {
    event_.block = static_cast<std::uint32_t>(window_.first_block + block);
    lane_reader_.begin_block(window_.shape.rank(window_.shape.grid.at(event_.block)));
    std::vector<std::unique_ptr<Warp>> warps;
    for (std::uint32_t first = 0; first < window_.threads; first += kWarpSize) {
      warps.push_back(std::make_unique<Warp>());
      const std::uint32_t lanes = std::min(kWarpSize, window_.threads - first);
      const Result<void> done = read_warp(block * window_.threads + first, lanes, *warps.back());
      if (!done.has_value()) {
        return fail(
            tr("block {}, warp {}, {}", event_.block, first / kWarpSize, done.error().message));
      }
    }
    for (bool is_over = false; !is_over;) {
      is_over = true;
      for (event_.warp = 0; event_.warp < warps.size(); ++event_.warp) {
        is_over &= !record_to_barrier(*warps[event_.warp]->merge, recorder);
      }
    }
    return {};
  }

 private:
  using Heads = std::array<Record, kWarpSize>;
  struct Warp {
    std::array<std::vector<Record>, kWarpSize> records;  // a lane
    std::optional<LaneMerge> merge;                      // of them
  };

  Result<void> read_warp(std::uint64_t first_thread, std::uint32_t lane_count, Warp& warp) {
    const std::uint64_t bytes = slice_bytes(window_.capacity);
    LaneMerge::Lanes lanes{};
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      TRY(lane_reader_.read(window_.slices.subspan((first_thread + lane) * bytes, bytes), lane,
                            warp.records[lane]));
      lanes[lane] = warp.records[lane];
    }
    warp.merge.emplace(lanes, kernel_.sites);
    return {};
  }

  // False: the warp had nothing left before it came to a barrier.
  bool record_to_barrier(LaneMerge& merge, trace::BlockRecorder& recorder) {
    while (const auto next = merge.next()) {
      if (!next->is_complete) ++notes_.split_events;
      read_event(merge, next->lanes, recorder);
      if (trace::is_block_barrier(sites_[event_.site])) return true;
    }
    return false;
  }

  void read_event(LaneMerge& merge, std::uint32_t lanes, trace::BlockRecorder& recorder) {
    Heads heads{};
    each_lane(lanes, [&](std::uint32_t lane) { heads[lane] = merge.current(lane); });
    merge.advance(lanes);
    const std::uint32_t first = kernel_.sites[heads[lowest(lanes)].site & ~kUnrecordedSpace].first;
    if (trace::is_bulk_copy(sites_[first].kind)) {
      std::array<std::vector<Record>, kWarpSize> records;
      each_lane(lanes, [&](std::uint32_t lane) { records[lane] = {heads[lane]}; });
      for (std::uint32_t left = kernel_.sites[first].records - 1; left != 0; --left) {
        each_lane(lanes, [&](std::uint32_t lane) { records[lane].push_back(merge.current(lane)); });
        merge.advance(lanes);
      }
      return record_copies(first, lanes, records, recorder);
    }
    event_.address2 = {};
    if (sites_[first].kind == EventKind::async_copy) {
      each_lane(lanes,
                [&](std::uint32_t lane) { event_.address2[lane] = merge.current(lane).address; });
      merge.advance(lanes);
    }
    // Lanes of a generic access go to up to three spaces.
    for (std::uint32_t site = first; site < sites_.size() && kernel_.sites[site].first == first;
         ++site) {
      record_site(site, lanes, heads, recorder);
    }
  }

  void record_copies(std::uint32_t site, std::uint32_t lanes,
                     const std::array<std::vector<Record>, kWarpSize>& records,
                     trace::BlockRecorder& recorder) {
    const auto form = machine::read_bulk_copy_form(*kernel_.sites[site].instruction);
    std::vector<trace::BulkCopy> copies;
    event_.mask = 0;
    each_lane(lanes, [&](std::uint32_t lane) {
      const auto copy = read_bulk_copy(*form, lane, records[lane], map_);
      if (!copy) return void(++notes_.stray_addresses);
      note_gaps(*copy);
      copies.push_back(*copy);
      event_.mask |= 1u << lane;
    });
    event_.site = site;
    event_.taken = 0;
    event_.copies = copies;
    recorder.record(event_);
    event_.copies = {};
  }

  void record_site(std::uint32_t index, std::uint32_t lanes, const Heads& heads,
                   trace::BlockRecorder& recorder) {
    const trace::Site& site = sites_[index];
    event_.site = index;
    event_.mask = 0;
    event_.taken = 0;
    event_.address = {};
    // Rows of fewer than four matrices come from the first lanes (PTX ISA, "ldmatrix").
    const std::uint32_t rows = site.traits.matrices == 0 || site.traits.matrices >= 4
                                   ? ~0u
                                   : (1u << 8 * site.traits.matrices) - 1;
    each_lane(lanes & rows, [&](std::uint32_t lane) {
      const Record& record = heads[lane];
      if (record.site != index || lies_in_gap(site, record.address)) return;
      event_.mask |= 1u << lane;
      if (site.kind == EventKind::branch) {
        event_.taken |= std::uint32_t{record.address != 0} << lane;
      } else if (trace::has_addresses(site)) {
        event_.address[lane] = record.address;
      }
    });
    recorder.record(event_);
  }

  void note_gaps(const trace::BulkCopy& copy) {
    if (unrecorded_ == nullptr || copy.way == trace::BulkCopy::Way::to_block) return;
    for (const trace::CopyUnit& unit : trace::units_of(copy))
      unrecorded_->note_gap(unit.other, unit.bytes);
  }

  [[nodiscard]] bool lies_in_gap(const trace::Site& site, std::uint64_t address) const {
    const bool is_in_buffers =
        site.space == trace::Space::global || site.space == trace::Space::constant;
    return unrecorded_ != nullptr && is_in_buffers && unrecorded_->note_gap(address, site.width);
  }

  static std::uint32_t lowest(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::countr_zero(lanes));
  }
  template <class Visit>
  static void each_lane(std::uint32_t lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(lowest(lanes));
  }

  const Instrumented& kernel_;
  const std::vector<trace::Site>& sites_;
  const RecordedWindow& window_;
  AddressMap map_;
  LaneReader lane_reader_;
  ReadingNotes& notes_;
  machine::UnrecordedReach* unrecorded_;
  trace::EventView event_;
};

}  // namespace

Result<std::vector<std::uint32_t>> count_records(const RecordedWindow& window) {
  TRY(check_size(window));
  std::vector<std::uint32_t> most(window.block_count);
  for (std::uint64_t block = 0; block < window.block_count; ++block) {
    for (std::uint32_t thread = 0; thread < window.threads; ++thread) {
      most[block] = std::max(most[block], records_made(window, block * window.threads + thread));
    }
  }
  return most;
}

Result<void> read_records(const Instrumented& kernel, const RecordedWindow& window,
                          std::span<const BufferPlace> buffers, trace::TraceBuilder& builder,
                          ReadingNotes& notes, machine::UnrecordedReach* unrecorded) {
  TRY(check_size(window));
  if (window.places.size() != kernel.placed.size()) {
    return fail(tr("{} variables were placed, not {}", window.places.size(), kernel.placed.size()));
  }
  Reader reader(kernel, window, buffers, notes, unrecorded);
  for (std::uint64_t block = 0; block < window.block_count; ++block) {
    trace::BlockRecorder recorder = builder.block(window.first_block + block);
    TRY(reader.read_block(block, recorder));
    builder.add(std::move(recorder));
  }
  return {};
}

std::vector<trace::SharedArray> shared_arrays_at(const Instrumented& kernel,
                                                 std::span<const std::uint64_t> places,
                                                 std::uint32_t dynamic_shared_bytes) {
  std::vector<trace::SharedArray> arrays = kernel.program.shared_arrays(dynamic_shared_bytes);
  const std::uint64_t base = shared_base(kernel.placed, places);
  std::vector<trace::SharedArray> placed;
  auto array = arrays.begin();
  for (std::size_t i = 0; i < kernel.placed.size() && array != arrays.end(); ++i) {
    if (kernel.placed[i].space != ptx::StateSpace::shared) continue;
    array->offset = static_cast<std::uint32_t>(without_rank(places[i]) - base);
    if (places[i] != kNoPlace) placed.push_back(std::move(*array));
    ++array;
  }
  return placed;
}

}  // namespace warplens::device
