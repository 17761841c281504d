#include "viz/analysis/finding_place.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace warplens::analysis {
namespace {

using trace::EventView;
using trace::Finding;
using trace::FindingKind;
using trace::Site;
using trace::Trace;
using Rows = std::vector<std::size_t>;

// Enough to find the access that a race is about; a loop may make a million of them.
constexpr std::size_t kMostLookedAt = 512;

std::uint64_t block_of(const Trace& trace, const Finding& finding) {
  const Dim3& grid = trace.launch.grid;
  return finding.block.x +
         std::uint64_t{grid.x} * (finding.block.y + std::uint64_t{grid.y} * finding.block.z);
}

// Sites of the finding's instruction; of its line where the instruction is not recorded.
std::vector<bool> sites_of(const Trace& trace, const Finding& finding) {
  std::vector<bool> sites(trace.sites.size());
  if (finding.site < sites.size()) {
    sites[finding.site] = true;
    return sites;
  }
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Site& site = trace.sites[i];
    sites[i] = finding.line != 0 && site.line == finding.line && site.file == finding.file;
  }
  return sites;
}

// Rows from the nearest to the finding on: of its lane, of its warp, of its block, of its line.
Rows rows_at(const Trace& trace, const Finding& finding) {
  const std::vector<bool> sites = sites_of(trace, finding);
  const std::uint64_t block = block_of(trace, finding);
  std::array<Rows, 4> near;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (!sites[trace.events.site(row)]) continue;
    const bool in_block = trace.events.block(row) == block;
    const bool in_warp = in_block && trace.events.warp(row) == finding.warp;
    const bool in_lane = in_warp && (trace.events.mask(row) >> finding.lane % kWarpSize & 1) != 0;
    near[3 - static_cast<std::size_t>(in_block + in_warp + in_lane)].push_back(row);
  }
  const auto nearest = std::ranges::find_if(near, [](const Rows& rows) { return !rows.empty(); });
  return nearest == near.end() ? Rows{} : std::move(*nearest);
}

// Those of its warp, whether its lane takes part or not.
Rows rows_of_warp(const Trace& trace, const Finding& finding) {
  const std::vector<bool> sites = sites_of(trace, finding);
  const std::uint64_t block = block_of(trace, finding);
  Rows rows;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (sites[trace.events.site(row)] && trace.events.block(row) == block &&
        trace.events.warp(row) == finding.warp)
      rows.push_back(row);
  }
  return rows;
}

EventPlace place_at(const Trace& trace, const Finding& finding, std::size_t row) {
  const std::uint32_t lane = finding.lane % kWarpSize;
  const bool is_its_warp =
      trace.events.block(row) == block_of(trace, finding) && trace.events.warp(row) == finding.warp;
  if (!is_its_warp || (trace.events.mask(row) >> lane & 1) == 0) return {row, std::nullopt};
  return {row, lane};
}

bool is_outside(const Trace& trace, const Site& site, std::uint64_t address) {
  const std::uint64_t end = address + site.width;
  if (site.space == trace::Space::shared) {
    return end >
           std::uint64_t{trace.launch.static_shared_bytes} + trace.launch.dynamic_shared_bytes;
  }
  const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
  return buffer == nullptr || end > buffer->address + buffer->bytes;
}

// The lane's address by the step between the first two lanes of the event: one whose access was
// refused takes no part in it.
std::optional<std::uint64_t> address_in_step(const EventView& view, std::uint32_t lane) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(view.mask));
  const auto second = static_cast<std::uint32_t>(std::countr_zero(view.mask & (view.mask - 1)));
  if (second >= kWarpSize) return std::nullopt;
  const auto apart = static_cast<std::int64_t>(view.address[second] - view.address[first]);
  const std::int64_t step = apart / (std::int64_t{second} - first);
  return view.address[first] + static_cast<std::uint64_t>(step * (std::int64_t{lane} - first));
}

// Whether the finding's lane does there what the finding says, or would have.
bool shows_fault(const Trace& trace, const Finding& finding, std::size_t row) {
  const EventView view = trace.events.view(row);
  const Site& site = trace.sites[view.site];
  const std::uint32_t lane = finding.lane % kWarpSize;
  const bool takes_part = (view.mask >> lane & 1) != 0;
  const auto in_step = takes_part ? std::optional(view.address[lane]) : address_in_step(view, lane);
  if (!in_step) return false;
  const std::uint64_t address = *in_step;
  if (finding.kind == FindingKind::out_of_bounds) return is_outside(trace, site, address);
  if (finding.kind == FindingKind::misaligned) return site.width > 0 && address % site.width != 0;
  return false;
}

bool is_race(FindingKind kind) {
  return kind == FindingKind::race || kind == FindingKind::same_value_race ||
         kind == FindingKind::global_race;
}

bool writes(const Site& site) {
  return site.kind != trace::EventKind::load && site.kind != trace::EventKind::load_matrix;
}

// Recorded accesses that may be the other side of the race.
Rows rows_of_the_other(const Trace& trace, const Finding& finding, const Site& here) {
  const bool is_global = finding.kind == FindingKind::global_race;
  const std::uint64_t block = block_of(trace, finding);
  Rows rows;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const Site& site = trace.sites[trace.events.site(row)];
    if (site.line != finding.other_line || site.file != finding.other_file) continue;
    if (site.space != here.space || !(writes(site) || writes(here))) continue;
    if ((trace.events.block(row) == block) == is_global) continue;
    rows.push_back(row);
  }
  return rows;
}

// The lane of `row` that touches what the finding's lane touches, if another thread does.
std::optional<std::uint32_t> meeting_lane(const Trace& trace, const Finding& finding,
                                          const EventView& here, std::size_t row) {
  const EventView view = trace.events.view(row);
  const std::uint32_t own = finding.lane % kWarpSize;
  const std::uint64_t begin = here.address[own], end = begin + trace.sites[here.site].width;
  const bool same_warp = view.block == here.block && view.warp == here.warp;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool is_active = (view.mask >> lane & 1) != 0;
    if (!is_active || (same_warp && lane == own)) continue;
    const std::uint64_t at = view.address[lane];
    if (at < end && begin < at + trace.sites[view.site].width) return lane;
  }
  return std::nullopt;
}

// The last such access before `row`, else the first after it.
std::optional<EventPlace> other_side(const Trace& trace, const Finding& finding, std::size_t row) {
  const EventView here = trace.events.view(row);
  const Rows others = rows_of_the_other(trace, finding, trace.sites[here.site]);
  const auto after = std::ranges::upper_bound(others, row);
  const auto meeting = [&](std::size_t other) -> std::optional<EventPlace> {
    const auto lane = meeting_lane(trace, finding, here, other);
    if (other == row || !lane) return std::nullopt;
    return EventPlace{other, lane};
  };
  for (auto each = after; each != others.begin();) {
    if (const auto place = meeting(*--each)) return place;
  }
  for (auto each = after; each != others.end(); ++each) {
    if (const auto place = meeting(*each)) return place;
  }
  return std::nullopt;
}

FindingPlace race_place(const Trace& trace, const Finding& finding, const Rows& rows) {
  const FindingPlace first{place_at(trace, finding, rows.front()), std::nullopt};
  if (!first.at.lane || finding.other_line == 0) return first;
  for (const std::size_t row : std::span(rows).first(std::min(rows.size(), kMostLookedAt))) {
    const auto other = other_side(trace, finding, row);
    if (other) return {place_at(trace, finding, row), other};
  }
  return first;
}

}  // namespace

std::optional<FindingPlace> finding_place(const Trace& trace, const Finding& finding) {
  const Rows rows = rows_at(trace, finding);
  if (rows.empty()) return std::nullopt;
  if (is_race(finding.kind)) return race_place(trace, finding, rows);
  const Rows of_warp = rows_of_warp(trace, finding);
  const auto faulty = std::ranges::find_if(
      of_warp, [&](std::size_t row) { return shows_fault(trace, finding, row); });
  return FindingPlace{place_at(trace, finding, faulty == of_warp.end() ? rows.front() : *faulty),
                      std::nullopt};
}

}  // namespace warplens::analysis
