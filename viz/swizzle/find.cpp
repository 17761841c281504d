#include "viz/swizzle/find.h"

#include <array>
#include <bit>

#include "kernels/base/stopped.h"
#include "viz/swizzle/cost.h"

namespace warplens::swizzle {

namespace {

constexpr std::uint32_t kMostPaddingBytes = 128;  // the banks repeat behind them

struct Search {
  const Tile& tile;
  std::span<const Accesses> all;
  Found found{};
  std::optional<Text> first_fault{};

  void take(const Map& map, std::span<const PatternCost> costs, std::uint32_t bytes_lost) {
    Candidate candidate{map, 0, bytes_lost};
    found.ideal = 0;
    for (const PatternCost& cost : costs) {
      candidate.wavefronts += cost.wavefronts;
      found.ideal += cost.ideal;
    }
    keep(candidate, map.kind == Map::Kind::none      ? found.plain
                    : map.kind == Map::Kind::padding ? found.padding
                                                     : found.swizzle);
  }

  // A map that cannot be placed or accessed is skipped.
  void try_map(const Map& map) {
    const auto placement = place(tile, map);
    if (!placement.has_value() || !placement->is_bijection()) return;
    std::vector<PatternCost> costs;
    for (const Accesses& accesses : all) {
      costs.push_back(cost_of(accesses, tile, *placement));
      const auto& fault = costs.back().fault;
      if (!fault.has_value()) continue;
      if (!first_fault.has_value()) first_fault = fault->text;
      return;
    }
    take(map, costs, placement->bytes_lost);
  }

  static bool is_better(const Candidate& a, const Candidate& b) {
    if (a.wavefronts != b.wavefronts) return a.wavefronts < b.wavefronts;
    return a.bytes_lost < b.bytes_lost;
  }
  static void keep(const Candidate& candidate, std::optional<Candidate>& best) {
    if (!best.has_value() || is_better(candidate, *best)) best = candidate;
  }
};

Text without_a_map(const Candidate& plain) {
  return tr("without a map they take {}", plain.wavefronts);
}

// The best of the other kind.
Text said_of(const Candidate& other, const Found& found) {
  const bool is_padding = other.map.kind == Map::Kind::padding;
  if (found.plain.has_value() && other.wavefronts >= found.plain->wavefronts)
    return is_padding ? tr("no padding helps") : tr("no Swizzle<B,M,S> helps");
  if (is_padding)
    return tr("the best padding, {} elements a line, takes {} and loses {} bytes",
              other.map.padding, other.wavefronts, other.bytes_lost);
  return tr("the best Swizzle<B,M,S> is {} and takes {}", text_of(other.map), other.wavefronts);
}

// And how it stands beside no map and the other kind.
Text compared(Text said, const Found& found) {
  const auto kind = found.best.map.kind;
  if (found.plain.has_value() && kind != Map::Kind::none) {
    said = tr("{}; {}", said, without_a_map(*found.plain));
  }
  const auto& other = kind == Map::Kind::padding ? found.swizzle : found.padding;
  const bool is_needed = found.best.wavefronts != found.ideal || kind != Map::Kind::none;
  if (other.has_value() && is_needed) said = tr("{}; {}", said, said_of(*other, found));
  return said;
}

Text reason_of(const Found& found) {
  const bool is_ideal = found.best.wavefronts == found.ideal;
  const Text fewest = is_ideal ? tr("as few as these accesses can take")
                               : tr("the fewest of {} maps tried ({} would be free of conflicts)",
                                    found.tried, found.ideal);
  const Text lost = found.best.bytes_lost == 0
                        ? tr("no byte is lost")
                        : tr("{} bytes are lost, the fewest for that", found.best.bytes_lost);
  const Text best = tr("{}: {} wavefronts for writing and reading, {}, and {}",
                       text_of(found.best.map), found.best.wavefronts, fewest, lost);
  return tr("{}.", compared(best, found));
}

Result<Found> chosen(Search search) {
  Found& found = search.found;
  std::optional<Candidate> best = found.plain;
  for (const auto& other : {found.swizzle, found.padding}) {
    if (other.has_value()) Search::keep(*other, best);
  }
  if (!best.has_value()) {
    const Text why = search.first_fault.value_or(tr("no places of their own"));
    return fail(tr("no map tried makes these accesses possible: {}", why));
  }
  found.best = *best;
  found.reason = reason_of(found);
  return std::move(found);
}

}  // namespace

std::vector<Map> maps_to_try(const Tile& tile) {
  std::vector<Map> maps = {Map{}};
  const int bits = std::bit_width(tile.elements() - 1);
  for (int b = 1; 2 * b <= bits; ++b) {
    for (int s = b; b + s <= bits; ++s) {
      for (int m = bits - b - s; m >= 0; --m) maps.push_back(map_of({b, m, s}));
    }
  }
  for (std::uint32_t n = 1; n * tile.element_bytes <= kMostPaddingBytes; ++n)
    maps.push_back(padding_of(n));
  return maps;
}

Result<Found> find(const Tile& tile, std::span<const Accesses> all, std::span<const Map> maps,
                   const FindOptions& options) {
  Search search{tile, all};
  for (const Map& map : maps) {
    if (is_stopped(options.stop)) return fail(tr("cancelled"));
    search.try_map(map);
    search.found.tried += 1;
    if (options.progress)
      options.progress(search.found.tried, static_cast<std::uint32_t>(maps.size()));
  }
  return chosen(std::move(search));
}

Result<Found> find(const SwizzleSpec& spec, const FindOptions& options) {
  TRY(check(spec.tile));
  TRY(auto write, accesses_of(spec.write, spec.tile, Direction::write));
  TRY(auto read, accesses_of(spec.read, spec.tile, Direction::read));
  const std::array all{std::move(write), std::move(read)};
  return find(spec.tile, all, maps_to_try(spec.tile), options);
}

}  // namespace warplens::swizzle
