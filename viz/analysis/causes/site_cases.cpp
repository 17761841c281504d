#include "viz/analysis/causes/site_cases.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warplens::analysis {
namespace {

using Cases = std::array<std::optional<SiteCase>, kCauseNames.size()>;

constexpr std::array kPatterns{CauseKind::stride, CauseKind::misalignment, CauseKind::column_read,
                               CauseKind::bad_swizzle, CauseKind::structures};

void add_suspect(const Suspect& suspect, Cases& kinds) {
  auto& known = kinds[static_cast<std::size_t>(suspect.kind)];
  if (!known.has_value()) known = SiteCase{.worst = suspect};
  if (suspect.avoidable > known->worst.avoidable) known->worst = suspect;
  known->avoidable += suspect.avoidable;
  known->accesses += 1;
}

// Each kind's accesses by a single warp, the most.
using WarpCounts = std::map<std::tuple<std::uint32_t, CauseKind, std::uint32_t>, std::size_t>;

void count_warps(const WarpCounts& counts, std::vector<SiteCases>& sites) {
  std::map<SiteCase*, std::size_t> warps;  // of this block
  for (const auto& [key, count] : counts) {
    auto& own = sites[std::get<0>(key)].kinds[static_cast<std::size_t>(std::get<1>(key))];
    own->most_of_a_warp = std::max(own->most_of_a_warp, count);
    ++warps[&*own];
  }
  for (const auto& [own, count] : warps) {
    own->warps += count;
    own->most_of_a_block = std::max(own->most_of_a_block, count);
  }
}

struct LaunchWarps {
  std::size_t a_block = 0, all = 0;
};

// Once a warp, one lane or one warp for its block: who writes down, or adds up, what others found.
bool is_leader(const SiteCase& one, const LaunchWarps& warps) {
  if (one.most_of_a_warp > 1) return false;
  return one.worst.evidence.now == 1 || (one.most_of_a_block == 1 && warps.a_block > 1);
}

// The one warp that a length cuts.
bool is_tail(const SiteCase& one, const LaunchWarps& warps) {
  return one.warps == 1 && warps.all > 1;
}

bool is_the_rule(const SiteCase& one, const SiteCases& site, const LaunchWarps& warps) {
  switch (one.worst.kind) {
    case CauseKind::partial_warps:
      return 4 * one.accesses >= site.accesses && !is_leader(one, warps) && !is_tail(one, warps);
    case CauseKind::narrow_loads:
      return 2 * one.accesses >= site.accesses;
    case CauseKind::redundant_loads:
      return 2 * one.avoidable >= site.passes;
    default:
      return one.avoidable > 0;
  }
}

double avoidable(const std::optional<SiteCase>& one) {
  return one.has_value() ? one->avoidable : 0;
}

std::optional<SiteCase>& case_of(Cases& kinds, CauseKind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

// Lanes at one distance are in a column; at several, in a stride that grows.
void join_growing_strides(Cases& kinds) {
  auto& stride = case_of(kinds, CauseKind::stride);
  auto& column = case_of(kinds, CauseKind::column_read);
  if (!stride.has_value() || !column.has_value()) return;
  column->worst.kind = CauseKind::stride;
  column->avoidable += stride->avoidable;
  stride = column;
  column.reset();
}

void keep_dearest_pattern(Cases& kinds) {
  const CauseKind dearest = *std::ranges::max_element(
      kPatterns, {}, [&](CauseKind kind) { return avoidable(case_of(kinds, kind)); });
  for (const CauseKind kind : kPatterns) {
    if (kind != dearest) case_of(kinds, kind).reset();
  }
}

}  // namespace

CaseBook::CaseBook(const trace::Trace& trace)
    : warps_a_block_(trace.launch.warps_per_block()),
      warps_(warps_a_block_ * trace.block_count),
      sites_(trace.sites.size()) {}

void CaseBook::add(const BlockAccesses& block, const Suspects& suspects) {
  std::map<std::size_t, std::uint32_t> warps;  // by row
  for (const Access& access : block) {
    sites_[access.site_number].passes += access.passes;
    sites_[access.site_number].accesses += 1;
    passes_ += access.passes;
    warps[access.row] = access.warp;
  }
  WarpCounts counts;
  for (const Suspect& suspect : suspects) {
    add_suspect(suspect, sites_[suspect.site].kinds);
    ++counts[{suspect.site, suspect.kind, warps.at(suspect.row)}];
  }
  count_warps(counts, sites_);
}

std::vector<SiteCase> CaseBook::cases() const {
  std::vector<SiteCase> cases;
  for (SiteCases site : sites_) {
    join_growing_strides(site.kinds);
    keep_dearest_pattern(site.kinds);
    for (const auto& one : site.kinds) {
      if (one.has_value() && is_the_rule(*one, site, {warps_a_block_, warps_}))
        cases.push_back(*one);
    }
  }
  return cases;
}

}  // namespace warplens::analysis
