#include "viz/analysis/conflicts.h"

#include <algorithm>

namespace warplens::analysis {

std::vector<std::size_t> conflict_events(std::span<const AccessCost> costs) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < costs.size(); ++row) {
    if (costs[row].conflicts > 0) rows.push_back(row);
  }
  return rows;
}

std::optional<std::size_t> next_conflict(std::span<const std::size_t> conflicts, std::size_t row) {
  const auto next = std::upper_bound(conflicts.begin(), conflicts.end(), row);
  if (next == conflicts.end()) return std::nullopt;
  return *next;
}

std::optional<std::size_t> previous_conflict(std::span<const std::size_t> conflicts,
                                             std::size_t row) {
  const auto at = std::lower_bound(conflicts.begin(), conflicts.end(), row);
  if (at == conflicts.begin()) return std::nullopt;
  return *(at - 1);
}

}  // namespace warplens::analysis
