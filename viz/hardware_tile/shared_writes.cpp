#include "viz/hardware_tile/shared_writes.h"

#include <algorithm>

namespace warplens::hardware_tile {
namespace {

using trace::BulkCopy;
using trace::EventKind;

bool writes_shared(const trace::Site& site) {
  if (is_bulk_copy(site.kind) || site.kind == EventKind::async_copy) return true;
  const bool is_store = site.kind == EventKind::store || site.kind == EventKind::store_matrix ||
                        site.kind == EventKind::atomic;
  return is_store && site.space == trace::Space::shared;
}

class WriteCollector {
 public:
  explicit WriteCollector(const fragments::MatrixRun& run) : run_(run) {
    if (run.records != nullptr) writes_.rank = run.records->rank();
  }

  SharedWrites collect(std::uint32_t block) {
    const trace::Trace& trace = *run_.trace;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      if (trace.events.block(row) != block) continue;
      take_received_until(row);
      if (writes_shared(trace.sites[trace.events.site(row)])) take_event(row);
    }
    take_received_until(trace.events.size());
    return std::move(writes_);
  }

 private:
  void note(std::uint64_t unit) { writes_.first.emplace(unit, writes_.all.size() - 1); }
  void note(const BulkCopy& copy) {
    each_unit(copy.shared, copy.shared_bytes(), [this](std::uint64_t unit) { note(unit); });
  }

  void take_received_until(std::size_t row) {
    if (run_.records == nullptr) return;
    const auto& received = run_.records->received();
    for (; received_ < received.size() && received[received_].events <= row; ++received_) {
      writes_.all.push_back({static_cast<std::size_t>(received[received_].events), received_});
      note(received[received_].copy);
    }
  }

  void take_event(std::size_t row) {
    const trace::Site& site = run_.trace->sites[run_.trace->events.site(row)];
    writes_.all.push_back({row});
    run_.trace->events.view(row, event_);
    for (const BulkCopy& copy : event_.copies) {
      if (lands_here(copy, writes_.rank)) note(copy);
    }
    for (std::uint32_t lane = 0; lane < kWarpSize && !is_bulk_copy(site.kind); ++lane) {
      if ((event_.mask >> lane & 1) == 0) continue;
      const LaneWrite written = lane_write(site, event_, lane);
      each_unit(written.address, written.bytes, [this](std::uint64_t unit) { note(unit); });
    }
  }

  const fragments::MatrixRun& run_;
  SharedWrites writes_;
  trace::EventView event_;
  std::size_t received_ = 0;
};

}  // namespace

std::size_t SharedWrites::count_before(std::size_t row, std::size_t received) const {
  const auto end = std::ranges::partition_point(all, [&](const SharedWrite& write) {
    return write.received ? *write.received < received : write.row < row;
  });
  return static_cast<std::size_t>(end - all.begin());
}

bool lands_here(const BulkCopy& copy, std::optional<std::uint32_t> rank) {
  if (copy.way == BulkCopy::Way::to_global) return false;
  const bool comes_to_all = copy.blocks == 0 || !rank;
  return comes_to_all ? copy.way == BulkCopy::Way::to_shared : (copy.blocks >> *rank & 1) != 0;
}

LaneWrite lane_write(const trace::Site& site, const trace::EventView& event, std::uint32_t lane) {
  const bool is_copy = site.kind == EventKind::async_copy;
  const std::uint64_t bytes =
      site.kind == EventKind::store_matrix ? kUnitBytes : std::max<std::uint64_t>(site.width, 1);
  return {is_copy ? event.address2[lane] : event.address[lane], bytes};
}

SharedWrites shared_writes(const fragments::MatrixRun& run, std::uint32_t block) {
  return WriteCollector(run).collect(block);
}

}  // namespace warplens::hardware_tile
