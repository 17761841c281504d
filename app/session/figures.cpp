#include "app/session/figures.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>

#include "app/session/kernel_result.h"
#include "app/session/occupancy_choice.h"
#include "app/session/resident.h"
#include "viz/analysis/cache_preset.h"
#include "viz/analysis/cache_replay.h"
#include "viz/analysis/costed_event.h"
#include "viz/analysis/gemm_counts.h"
#include "viz/analysis/idle.h"

namespace warplens::session {
namespace {

constexpr auto kNames = std::to_array<std::pair<Figure, std::string_view>>({
    {Figure::wavefronts, "wavefronts"},
    {Figure::max_way, "max_way"},
    {Figure::conflicts, "conflicts"},
    {Figure::banks, "banks"},
    {Figure::sectors, "sectors"},
    {Figure::lanes, "lanes"},
    {Figure::aligned_lanes, "aligned_lanes"},
    {Figure::writers, "writers"},
    {Figure::warps, "warps"},
    {Figure::total_wavefronts, "total_wavefronts"},
    {Figure::total_conflicts, "total_conflicts"},
    {Figure::idle_in_shared, "idle_in_shared"},
    {Figure::shared_requests, "shared_requests"},
    {Figure::total_sectors, "total_sectors"},
    {Figure::total_requests, "total_requests"},
    {Figure::shared_bytes, "shared_bytes"},
    {Figure::findings, "findings"},
    {Figure::cache_hits, "cache_hits"},
    {Figure::cache_misses, "cache_misses"},
    {Figure::idle_lanes, "idle_lanes"},
    {Figure::idle_blocks, "idle_blocks"},
    {Figure::wrong_elements, "wrong_elements"},
    {Figure::resident_blocks, "resident_blocks"},
    {Figure::resident_warps, "resident_warps"},
    {Figure::global_values, "global_values"},
    {Figure::shared_values, "shared_values"},
    {Figure::global_loads, "global_loads"},
    {Figure::shared_loads, "shared_loads"},
    {Figure::out_of_bounds, "out_of_bounds"},
    {Figure::races, "races"},
    {Figure::unchecked, "unchecked"},
});

std::int64_t distinct_banks(const analysis::SharedBreakdown& shared) {
  std::array<bool, analysis::kBanks> wanted{};
  for (const analysis::SharedGroup& group : shared.groups) {
    for (std::size_t bank = 0; bank < wanted.size(); ++bank) {
      if (group.depth[bank] > 0) wanted[bank] = true;
    }
  }
  std::int64_t count = 0;
  for (const bool is_wanted : wanted) count += is_wanted ? 1 : 0;
  return count;
}

constexpr std::uint64_t kVectorBytes = 16;  // the widest access of a lane

std::int64_t aligned_lanes(const trace::EventView& view) {
  std::int64_t count = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool active = (view.mask >> lane & 1) != 0;
    count += active && view.address[lane] % kVectorBytes == 0 ? 1 : 0;
  }
  return count;
}

std::set<std::uint64_t> bytes_of(const trace::Site& site, const trace::EventView& view) {
  std::set<std::uint64_t> bytes;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((view.mask >> lane & 1) == 0) continue;
    for (std::uint8_t i = 0; i < site.width; ++i) bytes.insert(view.address[lane] + i);
  }
  return bytes;
}

// Goes back from the read to the store that each byte came from.
std::int64_t writers(const trace::Trace& trace, std::size_t event) {
  const trace::EventView reader = trace.events.view(event);
  if (trace.sites[reader.site].space != trace::Space::shared) return 0;
  std::set<std::uint64_t> wanted = bytes_of(trace.sites[reader.site], reader);
  std::set<std::uint32_t> warps;
  for (std::size_t i = event; i-- > 0 && !wanted.empty();) {
    const trace::Site& site = trace.sites[trace.events.site(i)];
    if (trace.events.block(i) != reader.block || site.space != trace::Space::shared ||
        site.kind != trace::EventKind::store) {
      continue;
    }
    for (const std::uint64_t byte : bytes_of(site, trace.events.view(i))) {
      if (wanted.erase(byte) > 0) warps.insert(trace.events.warp(i));
    }
  }
  return static_cast<std::int64_t>(warps.size());
}

// Of the event's block: those that execute its instruction between the same two barriers.
std::int64_t warps_at_work(const trace::Trace& trace, std::size_t event) {
  const trace::Events& events = trace.events;
  std::vector<std::uint32_t> barriers(trace.launch.warps_per_block());
  std::set<std::pair<std::uint32_t, std::uint32_t>> at_work;  // barriers passed, warp
  std::uint32_t passed = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events.block(i) != events.block(event)) continue;
    const std::uint32_t warp = events.warp(i);
    if (events.site(i) == events.site(event)) at_work.emplace(barriers[warp], warp);
    if (i == event) passed = barriers[warp];
    if (is_block_barrier(trace.sites[events.site(i)])) ++barriers[warp];
  }
  return std::ranges::count(at_work, passed, &std::pair<std::uint32_t, std::uint32_t>::first);
}

std::int64_t shared_sum(const analysis::KernelTotals& totals,
                        std::uint64_t trace::SiteTotals::*member) {
  return static_cast<std::int64_t>(totals.shared_load.*member + totals.shared_store.*member +
                                   totals.shared_atomic.*member);
}

std::optional<std::int64_t> idle_count(const trace::Trace& trace,
                                       std::uint64_t analysis::Idle::*member) {
  const auto idle = analysis::idle_of(trace);
  if (!idle) return std::nullopt;
  return static_cast<std::int64_t>((*idle).*member);
}

std::optional<std::int64_t> wrong_elements(const KernelResult& result) {
  if (result.run->verdict == trace::Verdict::unchecked) return std::nullopt;
  return result.run->mismatch ? static_cast<std::int64_t>(result.run->mismatch->count) : 0;
}

std::int64_t global_sum(const analysis::KernelTotals& totals,
                        std::uint64_t trace::SiteTotals::*member) {
  return static_cast<std::int64_t>(totals.global_load.*member + totals.global_store.*member +
                                   totals.global_atomic.*member + totals.async_copy.*member +
                                   totals.bulk_load.*member + totals.bulk_store.*member);
}

std::int64_t faults(const trace::Trace& trace) {
  return std::ranges::count_if(trace.findings, [](const trace::Finding& finding) {
    return finding.severity != trace::Severity::information;
  });
}

std::int64_t findings_of(const trace::Trace& trace, trace::FindingKind kind) {
  return std::ranges::count(trace.findings, kind, &trace::Finding::kind);
}

bool is_for_a_thousand(Figure figure) {
  return figure == Figure::global_values || figure == Figure::shared_values ||
         figure == Figure::global_loads || figure == Figure::shared_loads;
}

std::int64_t for_a_thousand(const KernelResult& result, const LaunchResult& launch, Figure figure) {
  const auto shape = gemm_of(result, launch);
  if (!shape) return 0;
  const analysis::GemmCounts counts = analysis::gemm_counts(*launch.trace, *shape);
  const bool is_global = figure == Figure::global_values || figure == Figure::global_loads;
  const analysis::GemmLoads& loads = is_global ? counts.global : counts.shared;
  const bool are_values = figure == Figure::global_values || figure == Figure::shared_values;
  return static_cast<std::int64_t>(
      counts.for_a_thousand(are_values ? loads.values : loads.accesses));
}

// One of kSumFigures that need the trace alone.
std::int64_t launch_figure(const LaunchResult& launch, Figure figure) {
  const trace::TracedLaunch& shape = launch.trace->launch;
  switch (figure) {
    case Figure::total_wavefronts:
      return shared_sum(launch.totals, &trace::SiteTotals::wavefronts);
    case Figure::total_conflicts:
      return shared_sum(launch.totals, &trace::SiteTotals::conflicts);
    case Figure::shared_requests:
      return shared_sum(launch.totals, &trace::SiteTotals::events);
    case Figure::idle_in_shared:
      return kWarpSize * shared_sum(launch.totals, &trace::SiteTotals::events) -
             shared_sum(launch.totals, &trace::SiteTotals::lanes);
    case Figure::total_sectors:
      return global_sum(launch.totals, &trace::SiteTotals::sectors);
    case Figure::total_requests:
      return global_sum(launch.totals, &trace::SiteTotals::requests);
    case Figure::findings:
      return faults(*launch.trace);
    case Figure::out_of_bounds:
      return findings_of(*launch.trace, trace::FindingKind::out_of_bounds);
    case Figure::races:
      return findings_of(*launch.trace, trace::FindingKind::race);
    case Figure::idle_lanes:
      return idle_count(*launch.trace, &analysis::Idle::idle_lanes).value_or(0);
    case Figure::idle_blocks:
      return idle_count(*launch.trace, &analysis::Idle::idle_blocks).value_or(0);
    default:
      return shape.static_shared_bytes + shape.dynamic_shared_bytes;
  }
}

analysis::CacheTotals cache_totals(const trace::Trace& trace, analysis::CachePreset cache) {
  return analysis::CacheReplay(trace, analysis::cache_options(cache, trace)).totals();
}

std::optional<std::int64_t> resident(const KernelResult& result, const LaunchResult& launch,
                                     Figure figure, const OccupancyChoice& occupancy) {
  const auto seen =
      seen_occupancy(result.selection.kernel, launch.trace->launch, launch.reports, occupancy);
  if (!seen) return std::nullopt;
  return figure == Figure::resident_warps ? seen->occupancy.warps : seen->occupancy.blocks;
}

}  // namespace

std::string_view name_of(Figure figure) {
  for (const auto& [value, name] : kNames) {
    if (value == figure) return name;
  }
  return "unknown";
}

std::optional<Figure> figure_named(std::string_view name) {
  for (const auto& [value, known] : kNames) {
    if (known == name) return value;
  }
  return std::nullopt;
}

std::optional<std::int64_t> figure(const KernelResult& result, Cursor cursor, Figure figure,
                                   const FeatureChoices& features) {
  if (cursor.launch >= result.launches.size()) return std::nullopt;
  const LaunchResult& launch = result.launches[cursor.launch];
  if (cursor.event >= launch.costs.size()) return std::nullopt;
  const analysis::AccessCost& cost = launch.costs[cursor.event];
  switch (figure) {
    case Figure::wavefronts:
      return cost.wavefronts;
    case Figure::max_way:
      return cost.max_way;
    case Figure::conflicts:
      return cost.conflicts;
    case Figure::banks:
      return distinct_banks(analysis::explained_event(*launch.trace, cursor.event, cost).shared);
    case Figure::sectors:
      return cost.sectors;
    case Figure::lanes:
      return std::popcount(launch.trace->events.mask(cursor.event));
    case Figure::aligned_lanes:
      return aligned_lanes(launch.trace->events.view(cursor.event));
    case Figure::writers:
      return writers(*launch.trace, cursor.event);
    case Figure::warps:
      return warps_at_work(*launch.trace, cursor.event);
    case Figure::total_wavefronts:
    case Figure::total_conflicts:
    case Figure::idle_in_shared:
    case Figure::shared_requests:
    case Figure::total_sectors:
    case Figure::total_requests:
    case Figure::shared_bytes:
    case Figure::findings:
    case Figure::out_of_bounds:
    case Figure::races:
      return launch_figure(launch, figure);
    case Figure::unchecked:
      return result.run->verdict == trace::Verdict::unchecked ? 1 : 0;
    case Figure::cache_hits:
      return cache_totals(*launch.trace, features.of<analysis::CachePreset>()).hits;
    case Figure::cache_misses:
      return cache_totals(*launch.trace, features.of<analysis::CachePreset>()).misses;
    case Figure::idle_lanes:
      return idle_count(*launch.trace, &analysis::Idle::idle_lanes);
    case Figure::idle_blocks:
      return idle_count(*launch.trace, &analysis::Idle::idle_blocks);
    case Figure::wrong_elements:
      return wrong_elements(result);
    case Figure::global_values:
    case Figure::shared_values:
    case Figure::global_loads:
    case Figure::shared_loads:
      return for_a_thousand(result, launch, figure);
    case Figure::resident_blocks:
    case Figure::resident_warps:
      return resident(result, launch, figure, features.of<OccupancyChoice>());
  }
  return std::nullopt;
}

Sums sums_of(const KernelResult& result) {
  Sums sums;
  for (const Figure figure : kSumFigures) {
    if (figure == Figure::wrong_elements || figure == Figure::unchecked) continue;
    std::int64_t& sum = sums[figure];
    for (const LaunchResult& launch : result.launches) {
      const bool is_rate = is_for_a_thousand(figure);
      const std::int64_t one =
          is_rate ? for_a_thousand(result, launch, figure) : launch_figure(launch, figure);
      const bool is_of_one = is_rate || figure == Figure::shared_bytes;
      sum = is_of_one ? std::max(sum, one) : sum + one;
    }
  }
  sums[Figure::wrong_elements] = wrong_elements(result).value_or(0);
  sums[Figure::unchecked] = result.run->verdict == trace::Verdict::unchecked ? 1 : 0;
  return sums;
}

}  // namespace warplens::session
