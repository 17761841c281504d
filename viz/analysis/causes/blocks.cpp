#include "viz/analysis/causes/blocks.h"

#include <map>

#include "viz/analysis/causes/passes.h"

namespace warplens::analysis {

std::vector<std::vector<std::size_t>> rows_by_block(const trace::Trace& trace) {
  std::map<std::uint32_t, std::vector<std::size_t>> by_block;
  for (std::size_t row = 0; row < trace.events.size(); ++row)
    by_block[trace.events.block(row)].push_back(row);
  std::vector<std::vector<std::size_t>> rows;
  for (auto& [block, own] : by_block) rows.push_back(std::move(own));
  return rows;
}

BlockAccesses block_accesses(const trace::Trace& trace, const std::vector<AccessCost>& costs,
                             const std::vector<std::size_t>& rows) {
  BlockAccesses block;
  for (const std::size_t row : rows) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (site.kind == trace::EventKind::branch || site.kind == trace::EventKind::shuffle) continue;
    Access access{&trace,
                  row,
                  trace.events.site(row),
                  &site,
                  trace.events.warp(row),
                  trace.events.mask(row),
                  costs[row],
                  0};
    access.passes = passes_of(site, access.view(), access.cost);
    block.push_back(access);
  }
  return block;
}

}  // namespace warplens::analysis
