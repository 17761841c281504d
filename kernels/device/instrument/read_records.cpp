#include "kernels/device/instrument/read_records.h"

#include <algorithm>
#include <cstring>

#include "kernels/device/instrument/address_map.h"
#include "kernels/device/instrument/lane_merge.h"

namespace warplens::device {
namespace {

using trace::EventKind;

Result<void> check_size(const RecordedWindow& window) {
  const std::uint64_t bytes = window.block_count * window.threads * slice_bytes(window.capacity);
  if (window.slices.size() == bytes) return {};
  return fail("the records of {} blocks take {} bytes, not {}", window.block_count, bytes,
              window.slices.size());
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
         std::span<const BufferPlace> buffers, ReadingNotes& notes)
      : sites_(kernel.program.sites()),
        window_(window),
        map_(kernel, window.places, buffers),
        kinds_(kernel.sites),
        notes_(notes) {}

  Result<void> read_block(std::uint64_t block, trace::BlockRecorder& recorder) {
    event_.block = static_cast<std::uint32_t>(window_.first_block + block);
    for (std::uint32_t first = 0; first < window_.threads; first += kWarpSize) {
      event_.warp = first / kWarpSize;
      const std::uint32_t lanes = std::min(kWarpSize, window_.threads - first);
      Result<void> done = read_warp(block * window_.threads + first, lanes, recorder);
      if (!done.has_value()) return done;
    }
    return {};
  }

 private:
  Result<void> read_warp(std::uint64_t first_thread, std::uint32_t lane_count,
                         trace::BlockRecorder& recorder) {
    LaneMerge::Lanes lanes{};
    for (std::uint32_t lane = 0; lane < lane_count; ++lane) {
      auto records = records_of(first_thread + lane);
      Result<void> sound = check_records(records, lane);
      if (!sound.has_value()) return sound;
      lanes[lane] = records;
    }
    LaneMerge merge(lanes, kinds_);
    while (const auto next = merge.next()) {
      if (!next->is_complete) ++notes_.split_events;
      if (!read_event(merge, next->lanes, recorder)) {
        return fail("block {}, warp {}: a copy's record is cut short", event_.block, event_.warp);
      }
    }
    return {};
  }

  std::span<const std::byte> records_of(std::uint64_t thread) {
    const std::uint32_t made = records_made(window_, thread);
    const std::uint32_t kept = std::min(made, window_.capacity);
    notes_.lost_records += made - kept;
    return window_.slices.subspan(thread * slice_bytes(window_.capacity) + kSliceHeaderBytes,
                                  kept * sizeof(Record));
  }

  Result<void> check_records(std::span<const std::byte> records, std::uint32_t lane) const {
    for (std::size_t at = 0; at < records.size(); at += sizeof(Record)) {
      Record record;
      std::memcpy(&record, records.data() + at, sizeof(record));
      const std::uint32_t site = record.site & ~kUnrecordedSpace;
      if (site < sites_.size() && (record.mask >> lane & 1) != 0) continue;
      return fail("block {}, warp {}, lane {}: record {} (site {}, mask {:#x}) is damaged",
                  event_.block, event_.warp, lane, at / sizeof(Record), record.site, record.mask);
    }
    return {};
  }

  bool read_event(LaneMerge& merge, std::uint32_t lanes, trace::BlockRecorder& recorder) {
    Heads heads{};
    each_lane(lanes, [&](std::uint32_t lane) { heads[lane] = merge.current(lane); });
    const std::uint32_t first = kinds_[heads[lowest(lanes)].site & ~kUnrecordedSpace].first;
    if (sites_[first].kind == EventKind::async_copy) {
      bool is_pair = merge.advance(lanes);
      each_lane(lanes, [&](std::uint32_t lane) {
        is_pair = is_pair && merge.current(lane).site == first;
        event_.address2[lane] = placed(sites_[first], trace::Space::shared, merge.current(lane));
      });
      if (!is_pair) return false;
    }
    static_cast<void>(merge.advance(lanes));
    // Lanes of a generic access go to up to three spaces.
    for (std::uint32_t site = first; site < sites_.size() && kinds_[site].first == first; ++site) {
      record_site(site, lanes, heads, recorder);
    }
    event_.address2 = {};
    return true;
  }

  using Heads = std::array<Record, kWarpSize>;

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
      if (record.site != index) return;
      event_.mask |= 1u << lane;
      if (site.kind == EventKind::branch) {
        event_.taken |= std::uint32_t{record.address != 0} << lane;
      } else if (site.space != trace::Space::none) {
        const bool is_copy = site.kind == EventKind::async_copy;
        event_.address[lane] = placed(site, is_copy ? trace::Space::global : site.space, record);
      }
    });
    recorder.record(event_);
  }

  std::uint64_t placed(const trace::Site& site, trace::Space space, const Record& record) {
    const auto found = map_.find(site, space, record.address);
    if (!found.has_value()) ++notes_.stray_addresses;
    return found.value_or(record.address);
  }

  static std::uint32_t lowest(std::uint32_t lanes) {
    return static_cast<std::uint32_t>(std::countr_zero(lanes));
  }
  template <class Visit>
  static void each_lane(std::uint32_t lanes, Visit visit) {
    for (; lanes != 0; lanes &= lanes - 1) visit(lowest(lanes));
  }

  const std::vector<trace::Site>& sites_;
  const RecordedWindow& window_;
  AddressMap map_;
  std::span<const SiteKind> kinds_;
  ReadingNotes& notes_;
  trace::EventView event_;
};

}  // namespace

Result<std::vector<std::uint32_t>> count_records(const RecordedWindow& window) {
  const Result<void> sized = check_size(window);
  if (!sized.has_value()) return fail(sized.error());
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
                          ReadingNotes& notes) {
  const Result<void> sized = check_size(window);
  if (!sized.has_value()) return sized;
  if (window.places.size() != kernel.placed.size()) {
    return fail("{} variables were placed, not {}", window.places.size(), kernel.placed.size());
  }
  Reader reader(kernel, window, buffers, notes);
  for (std::uint64_t block = 0; block < window.block_count; ++block) {
    trace::BlockRecorder recorder = builder.block(window.first_block + block);
    const Result<void> done = reader.read_block(block, recorder);
    if (!done.has_value()) return done;
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
    array->offset = static_cast<std::uint32_t>(places[i] - base);
    if (places[i] != kNoPlace) placed.push_back(std::move(*array));
    ++array;
  }
  return placed;
}

}  // namespace warplens::device
