#include "viz/analysis/causes/causes.h"

#include <algorithm>
#include <iterator>

#include "viz/analysis/causes/access_pattern.h"
#include "viz/analysis/causes/blocks.h"
#include "viz/analysis/causes/cause_text.h"
#include "viz/analysis/causes/layout_question.h"
#include "viz/analysis/causes/narrow_loads.h"
#include "viz/analysis/causes/redundant_loads.h"
#include "viz/analysis/causes/shared_layouts.h"
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
    if (explained.contains(access.row) && access.cost.conflicts == 0) continue;
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

// Blocks of a trace, each decoded when it is asked for.
class Blocks {
 public:
  Blocks(const trace::Trace& trace, const std::vector<AccessCost>& costs)
      : trace_(&trace), costs_(&costs), rows_(rows_by_block(trace)) {}

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] BlockAccesses operator[](std::size_t block) const {
    return block_accesses(*trace_, *costs_, rows_[block]);
  }
  [[nodiscard]] BlockAccesses of_row(std::size_t row) const {
    const auto found = std::ranges::find_if(
        rows_, [&](const auto& rows) { return std::ranges::binary_search(rows, row); });
    return (*this)[static_cast<std::size_t>(found - rows_.begin())];
  }

 private:
  const trace::Trace* trace_;
  const std::vector<AccessCost>* costs_;
  std::vector<std::vector<std::size_t>> rows_;
};

bool is_of_banks(const Suspect& suspect) {
  return suspect.kind == CauseKind::bad_swizzle || suspect.kind == CauseKind::column_read ||
         (suspect.kind == CauseKind::stride && suspect.evidence.is_shared);
}

void advise(const Suspect& worst, const Blocks& blocks, Cause& cause) {
  cause.advice = cause_advice(worst);
  if (!is_of_banks(worst)) return;
  const auto layouts = better_layouts(blocks.of_row(worst.row), worst);
  if (!layouts.has_value()) return;
  cause.advice = layout_advice(*layouts, worst.evidence);
  cause.question = layout_question(*layouts);
  if (!layouts->is_empty()) cause.gain = layout_gain(*layouts, worst.evidence);
}

Cause cause_of(const SiteCase& one, double all_passes) {
  const Suspect& worst = one.worst;
  return {worst.site,
          worst.kind,
          worst.row,
          std::min(1.0, one.avoidable / all_passes),
          cause_sentence(worst),
          {}};
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
  const Blocks blocks(trace, costs);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockAccesses block = blocks[i];
    book.add(block, suspects_of(block));
  }
  std::vector<Cause> found;
  for (const SiteCase& one : joined(book.cases(), trace)) {
    Cause cause = cause_of(one, book.passes());
    if (cause.share < kLeastShare) continue;
    advise(one.worst, blocks, cause);
    found.push_back(std::move(cause));
  }
  std::ranges::stable_sort(found, std::greater<>(), &Cause::share);
  return found;
}

}  // namespace warplens::analysis
