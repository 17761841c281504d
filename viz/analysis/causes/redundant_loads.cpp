#include "viz/analysis/causes/redundant_loads.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/cost/sectors.h"
#include "viz/analysis/causes/narrow_loads.h"
#include "viz/analysis/causes/passes.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::Space;

// Bytes by sector: bit i of a mask is the sector's byte i.
using ByteMasks = std::unordered_map<std::uint64_t, std::uint32_t>;
// The sectors of one access, each once.
using SectorBytes = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

void add_bytes(std::uint64_t first, std::uint64_t bytes, SectorBytes& to) {
  for (std::uint64_t end = first + bytes; first < end;) {
    const std::uint64_t inside = first % kSectorBytes;
    const std::uint64_t count = std::min(end - first, kSectorBytes - inside);
    const auto mask = static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << inside);
    const std::uint64_t sector = first / kSectorBytes;
    if (to.empty() || to.back().first != sector) to.emplace_back(sector, 0);
    to.back().second |= mask;
    first += count;
  }
}

// Joins the sectors that come twice.
void join(SectorBytes& bytes) {
  std::ranges::sort(bytes);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    if (bytes[i].first == bytes[kept].first) {
      bytes[kept].second |= bytes[i].second;
    } else {
      bytes[++kept] = bytes[i];
    }
  }
  if (!bytes.empty()) bytes.resize(kept + 1);
}

SectorBytes bytes_of(const Access& access) {
  SectorBytes bytes;
  const trace::EventView view = access.view();
  for_each_lane(trace::addressed_lanes(*access.site, view), [&](std::uint32_t lane) {
    add_bytes(view.address[lane], access.site->width, bytes);
  });
  join(bytes);
  return bytes;
}

bool is_load(const trace::Site& site) {
  if (site.kind == EventKind::async_copy) return true;
  return site.space == Space::global && is_plain_load(site);
}

bool is_write(const trace::Site& site) {
  const bool writes = site.kind == EventKind::store || site.kind == EventKind::atomic;
  return writes && site.space == Space::global;
}

std::uint64_t count(const SectorBytes& bytes) {
  std::uint64_t sum = 0;
  for (const auto& [sector, mask] : bytes) sum += static_cast<unsigned>(std::popcount(mask));
  return sum;
}

std::uint64_t count_common(const SectorBytes& bytes, const ByteMasks& loaded) {
  std::uint64_t sum = 0;
  for (const auto& [sector, mask] : bytes) {
    const auto known = loaded.find(sector);
    if (known != loaded.end()) sum += static_cast<unsigned>(std::popcount(mask & known->second));
  }
  return sum;
}

void add(const SectorBytes& bytes, ByteMasks& loaded) {
  for (const auto& [sector, mask] : bytes) loaded[sector] |= mask;
}

void remove(const SectorBytes& bytes, ByteMasks& loaded) {
  for (const auto& [sector, mask] : bytes) {
    const auto known = loaded.find(sector);
    if (known != loaded.end()) known->second &= ~mask;
  }
}

bool is_uniform(const Access& access) { return access.cost.bytes_used <= access.site->width; }

// Looks at the access, then keeps it.
void load(const Access& access, ByteMasks& loaded, Suspects& suspects) {
  const SectorBytes bytes = bytes_of(access);
  const std::uint64_t known = is_uniform(access) ? 0 : count_common(bytes, loaded);
  add(bytes, loaded);
  if (known == 0) return;
  const std::uint64_t all = count(bytes);
  const double share = static_cast<double>(known) / static_cast<double>(all);
  suspects.push_back({CauseKind::redundant_loads,
                      access.row,
                      access.site_number,
                      global_passes(access.cost) * share,
                      {known, all, 0, false}});
}

}  // namespace

Suspects redundant_loads(const BlockAccesses& block) {
  Suspects suspects;
  ByteMasks loaded;
  for (const Access& access : block) {
    if (is_load(*access.site)) load(access, loaded, suspects);
    if (is_write(*access.site)) remove(bytes_of(access), loaded);
  }
  return suspects;
}

}  // namespace warplens::analysis
