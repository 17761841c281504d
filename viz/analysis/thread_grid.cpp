#include "viz/analysis/thread_grid.h"

#include <bit>

namespace warplens::analysis {
namespace {

bool is_access(const trace::Site& site) {
  return site.space == trace::Space::global && site.width > 0;
}

// An element of a buffer without padding between rows; `at` is a byte of it.
struct ElementPlace {
  std::uint64_t row = 0, column = 0;
};
ElementPlace place_of(const trace::Buffer& buffer, std::uint64_t at) {
  const std::uint64_t pitch =
      buffer.pitch != 0 ? buffer.pitch : buffer.columns * buffer.element_bytes;
  return {at / pitch, at % pitch / buffer.element_bytes};
}

// Whether each lane of the access is at its own place; `touches` grows by those that are in the
// buffer.
bool is_in_place(const trace::Trace& trace, const trace::Buffer& buffer,
                 const trace::EventView& event, std::uint64_t& touches) {
  const Dim3& grid = trace.launch.grid;
  const Dim3& block = trace.launch.block;
  const Dim3 at = grid.at(event.block);
  for (std::uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::uint64_t address = event.address[lane];
    if (address < buffer.address || address - buffer.address >= buffer.bytes) continue;
    const Dim3 thread = block.at(event.warp * kWarpSize + lane);
    const ElementPlace place = place_of(buffer, address - buffer.address);
    if (place.row != std::uint64_t{at.y} * block.y + thread.y ||
        place.column != std::uint64_t{at.x} * block.x + thread.x) {
      return false;
    }
    ++touches;
  }
  return true;
}

}  // namespace

std::optional<ThreadGrid> thread_grid(const trace::Trace& trace, const trace::Buffer& buffer) {
  const trace::TracedLaunch& launch = trace.launch;
  if (launch.grid.z != 1 || launch.block.z != 1 || buffer.columns == 0 ||
      buffer.element_bytes == 0) {
    return std::nullopt;
  }
  std::uint64_t touches = 0;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (!is_access(site)) continue;
    if (site.width > buffer.element_bytes) return std::nullopt;
    if (!is_in_place(trace, buffer, trace.events.view(row), touches)) return std::nullopt;
  }
  if (touches == 0) return std::nullopt;
  return ThreadGrid{launch.grid, launch.block, buffer.rows, buffer.columns};
}

std::optional<GridThread> thread_at(const ThreadGrid& threads, std::uint64_t row,
                                    std::uint64_t column) {
  if (row >= threads.rows_reached() || column >= threads.columns_reached()) return std::nullopt;
  const Dim3& block = threads.block;
  GridThread found;
  found.block = {static_cast<std::uint32_t>(column / block.x),
                 static_cast<std::uint32_t>(row / block.y), 0};
  found.thread = {static_cast<std::uint32_t>(column % block.x),
                  static_cast<std::uint32_t>(row % block.y), 0};
  const std::uint32_t index = found.thread.x + found.thread.y * block.x;
  found.warp = index / kWarpSize;
  found.lane = index % kWarpSize;
  const std::uint64_t warps = (block.count() + kWarpSize - 1) / kWarpSize;
  found.warp_of_grid =
      (std::uint64_t{found.block.y} * threads.grid.x + found.block.x) * warps + found.warp;
  return found;
}

}  // namespace warplens::analysis
