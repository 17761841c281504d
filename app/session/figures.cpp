#include "app/session/figures.h"

#include <array>
#include <bit>
#include <utility>

namespace warplens::session {
namespace {

constexpr std::array<std::pair<Figure, std::string_view>, 8> kNames{{
    {Figure::wavefronts, "wavefronts"},
    {Figure::max_way, "max_way"},
    {Figure::conflicts, "conflicts"},
    {Figure::banks, "banks"},
    {Figure::sectors, "sectors"},
    {Figure::lanes, "lanes"},
    {Figure::total_wavefronts, "total_wavefronts"},
    {Figure::total_conflicts, "total_conflicts"},
}};

std::int64_t distinct_banks(const trace::Trace& trace, std::size_t event) {
  const trace::EventView view = trace.events.view(event);
  const trace::Site& site = trace.sites[view.site];
  std::array<bool, analysis::kBanks> wanted{};
  for (const analysis::SharedGroup& group : analysis::shared_breakdown(site, view).groups) {
    for (std::size_t bank = 0; bank < wanted.size(); ++bank) {
      if (group.depth[bank] > 0) wanted[bank] = true;
    }
  }
  std::int64_t count = 0;
  for (const bool is_wanted : wanted) count += is_wanted ? 1 : 0;
  return count;
}

std::int64_t shared_sum(const analysis::KernelTotals& totals,
                        std::uint64_t trace::SiteTotals::*member) {
  return static_cast<std::int64_t>(totals.shared_load.*member + totals.shared_store.*member +
                                   totals.shared_atomic.*member);
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

std::optional<std::int64_t> figure(const KernelResult& result, Cursor cursor, Figure figure) {
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
      return distinct_banks(*launch.trace, cursor.event);
    case Figure::sectors:
      return cost.sectors;
    case Figure::lanes:
      return std::popcount(launch.trace->events.mask(cursor.event));
    case Figure::total_wavefronts:
      return shared_sum(launch.totals, &trace::SiteTotals::wavefronts);
    case Figure::total_conflicts:
      return shared_sum(launch.totals, &trace::SiteTotals::conflicts);
  }
  return std::nullopt;
}

}  // namespace warplens::session
