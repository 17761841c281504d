#include "viz/analysis/causes/causes.h"

#include <algorithm>
#include <iterator>

#include "viz/analysis/causes/access_pattern.h"
#include "viz/analysis/causes/blocks.h"
#include "viz/analysis/causes/cause_text.h"
#include "viz/analysis/causes/narrow_loads.h"
#include "viz/analysis/causes/redundant_loads.h"
#include "viz/analysis/causes/single_access.h"
#include "viz/analysis/causes/site_cases.h"
#include "viz/analysis/causes/structures.h"

namespace warplens::analysis {
namespace {

void append(const Suspects& more, Suspects& suspects) {
  suspects.insert(suspects.end(), more.begin(), more.end());
}

Suspects patterns(const BlockAccesses& block, const std::set<std::size_t>& explained) {
  const std::set<std::uint32_t> swizzled = swizzled_sites(block);
  Suspects suspects;
  for (const Access& access : block) {
    if (explained.contains(access.row)) continue;
    const auto pattern = pattern_of(access, swizzled.contains(access.site_number));
    if (pattern.has_value()) suspects.push_back(*pattern);
  }
  find_structures(block, suspects);
  return suspects;
}

Suspects singles(const BlockAccesses& block) {
  Suspects suspects;
  for (const Access& access : block) {
    for (const auto recognise : {local_memory, same_address_atomic, partial_warp}) {
      if (const auto suspect = recognise(access); suspect.has_value()) suspects.push_back(*suspect);
    }
  }
  return suspects;
}

Suspects suspects_of(const BlockAccesses& block) {
  const NarrowLoads narrow = narrow_loads(block);
  Suspects suspects = patterns(block, narrow.rows);
  append(narrow.suspects, suspects);
  append(redundant_loads(block), suspects);
  append(singles(block), suspects);
  return suspects;
}

Cause cause_of(const SiteCase& one, double all_passes) {
  const Suspect& worst = one.worst;
  return {worst.site,
          worst.kind,
          worst.row,
          std::min(1.0, one.avoidable / all_passes),
          cause_sentence(worst),
          cause_advice(worst)};
}

// Instructions of one line that do alike, as an unrolled loop's do.
bool are_of_one_line(const trace::Site& a, const trace::Site& b) {
  return !a.file.empty() && a.file == b.file && a.line == b.line && a.call_line == b.call_line &&
         a.function == b.function && a.space == b.space && a.kind == b.kind;
}

std::vector<SiteCase> joined(const std::vector<SiteCase>& cases, const trace::Trace& trace) {
  std::vector<SiteCase> joined;
  for (const SiteCase& one : cases) {
    const auto same = std::ranges::find_if(joined, [&](const SiteCase& other) {
      return one.worst.kind == other.worst.kind &&
             are_of_one_line(trace.sites[one.worst.site], trace.sites[other.worst.site]);
    });
    if (same == joined.end()) {
      joined.push_back(one);
      continue;
    }
    same->avoidable += one.avoidable;
    if (one.worst.avoidable > same->worst.avoidable) same->worst = one.worst;
  }
  return joined;
}

}  // namespace

std::vector<Cause> causes(const trace::Trace& trace, const std::vector<AccessCost>& costs) {
  CaseBook book(trace);
  for (const auto& rows : rows_by_block(trace)) {
    const BlockAccesses block = block_accesses(trace, costs, rows);
    book.add(block, suspects_of(block));
  }
  std::vector<Cause> found;
  for (const SiteCase& one : joined(book.cases(), trace)) {
    Cause cause = cause_of(one, book.passes());
    if (cause.share >= kLeastShare) found.push_back(std::move(cause));
  }
  std::ranges::stable_sort(found, std::greater<>(), &Cause::share);
  return found;
}

}  // namespace warplens::analysis
