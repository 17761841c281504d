#include "viz/analysis/causes/access_pattern.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "viz/analysis/causes/lane_runs.h"
#include "viz/analysis/causes/lane_width.h"
#include "viz/analysis/causes/passes.h"
#include "viz/analysis/causes/xor_layout.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::Space;

// Rows of shared arrays are at least so long; lanes that are nearer take elements of one row.
constexpr std::uint64_t kLeastRowBytes = 64;

// Atomics' conflicts are of their own kind, and copies' groups are no lanes' business.
bool is_plain_shared(const trace::Site& site) {
  const bool is_plain = site.kind == EventKind::load || site.kind == EventKind::store;
  return site.space == Space::shared && (is_plain || is_matrix(site));
}

bool touches_sectors(const Access& access) {
  return access.site->space != Space::local && access.cost.sectors > 0;
}

std::uint32_t lanes_of(const Access& access) {
  return trace::addressed_lanes(*access.site, access.view());
}

Suspect suspect_of(const Access& access, CauseKind kind, std::uint64_t bytes) {
  return {kind, access.row, access.site_number, 0, {0, 0, bytes, false}};
}

Suspect global_suspect(const Access& access, CauseKind kind, std::uint64_t ideal,
                       std::uint64_t bytes) {
  Suspect suspect = suspect_of(access, kind, bytes);
  suspect.evidence.now = access.cost.sectors;
  suspect.evidence.ideal = ideal;
  AccessCost least = access.cost;
  least.sectors = static_cast<std::uint32_t>(ideal);
  suspect.avoidable = global_passes(access.cost) - global_passes(least);
  return suspect;
}

Suspect shared_suspect(const Access& access, CauseKind kind, std::uint64_t bytes) {
  Suspect suspect = suspect_of(access, kind, bytes);
  suspect.evidence = {access.cost.wavefronts, access.cost.ideal_wavefronts, bytes, true};
  suspect.avoidable = access.cost.conflicts;
  return suspect;
}

std::uint64_t sectors_of_aligned(const std::vector<Run>& runs) {
  std::uint64_t sectors = 0;
  for (const Run& run : runs) sectors += (run.bytes + kSectorBytes - 1) / kSectorBytes;
  return sectors;
}

// Runs of at least a sector, some of which begin within one.
std::optional<Suspect> misalignment(const Access& access) {
  const auto runs = contiguous_runs(lanes_of(access), access.view().address, access.site->width);
  const auto begins_within = [](const Run& run) { return run.first % kSectorBytes != 0; };
  const auto inside = std::ranges::find_if(runs, begins_within);
  const bool are_long =
      std::ranges::all_of(runs, [](const Run& run) { return run.bytes >= kSectorBytes; });
  const std::uint64_t ideal = sectors_of_aligned(runs);
  if (!are_long || inside == runs.end() || ideal >= access.cost.sectors) return std::nullopt;
  return global_suspect(access, CauseKind::misalignment, ideal, inside->first % kSectorBytes);
}

std::optional<Suspect> global_pattern(const Access& access) {
  if (access.cost.sectors <= access.cost.ideal_sectors) return std::nullopt;
  const auto stride = lane_stride(lanes_of(access), access.view().address);
  if (!stride.has_value()) return std::nullopt;
  const auto apart = static_cast<std::uint64_t>(std::abs(*stride));
  if (apart == access.site->width) return misalignment(access);
  if (apart < access.site->width) return std::nullopt;
  return global_suspect(access, CauseKind::stride, access.cost.ideal_sectors, apart);
}

struct SharedStep {
  CauseKind kind = CauseKind::stride;
  std::uint64_t bytes = 0;
};

// The step from lane to lane, or from row to row if a row is a few lanes.
std::optional<SharedStep> shared_step(const Access& access) {
  const std::uint32_t width = lane_width(*access.site);
  const trace::EventView view = access.view();
  const auto stride = lane_stride(access.mask, view.address);
  const auto apart = static_cast<std::uint64_t>(std::abs(stride.value_or(0)));
  if (apart > width) {
    return SharedStep{apart >= kLeastRowBytes ? CauseKind::column_read : CauseKind::stride, apart};
  }
  const auto rows = run_stride(contiguous_runs(access.mask, view.address, width));
  if (!rows.has_value()) return std::nullopt;
  return SharedStep{CauseKind::column_read, static_cast<std::uint64_t>(std::abs(*rows))};
}

std::optional<Suspect> shared_pattern(const Access& access, bool is_swizzled) {
  if (access.cost.conflicts == 0 || !access.cost.modelled) return std::nullopt;
  if (is_swizzled) {
    return shared_suspect(access, CauseKind::bad_swizzle, lane_width(*access.site));
  }
  const auto step = shared_step(access);
  if (!step.has_value()) return std::nullopt;
  return shared_suspect(access, step->kind, step->bytes);
}

}  // namespace

std::set<std::uint32_t> swizzled_sites(const BlockAccesses& block) {
  std::set<std::uint32_t> sites;
  for (const Access& access : block) {
    if (!is_plain_shared(*access.site) || sites.contains(access.site_number)) continue;
    if (is_xor_swizzled(access.mask, access.view().address)) sites.insert(access.site_number);
  }
  return sites;
}

std::optional<Suspect> pattern_of(const Access& access, bool is_swizzled) {
  if (access.site->kind == EventKind::atomic) return std::nullopt;
  if (is_plain_shared(*access.site)) return shared_pattern(access, is_swizzled);
  return touches_sectors(access) ? global_pattern(access) : std::nullopt;
}

bool is_strided_global(const Suspect& suspect) {
  return suspect.kind == CauseKind::stride && !suspect.evidence.is_shared;
}

}  // namespace warplens::analysis
