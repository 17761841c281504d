#include "viz/analysis/flow_sums.h"

#include <algorithm>
#include <bit>

namespace warplens::analysis {
namespace {

using Place = FlowValue::Place;

// A bit for each value that has loaded something.
using LoadedSet = std::vector<std::uint64_t>;

void unite(LoadedSet& set, const LoadedSet& other) {
  set.resize(std::max(set.size(), other.size()));
  for (std::size_t i = 0; i < other.size(); ++i) set[i] |= other[i];
}

std::uint32_t live_lanes(std::uint32_t threads, std::size_t warp) {
  const std::uint32_t left = threads - static_cast<std::uint32_t>(warp) * kWarpSize;
  return left >= kWarpSize ? ~0u : (1u << left) - 1;
}

}  // namespace

void count_elements(ValueFlow& flow, std::span<const std::uint32_t> loaded) {
  std::vector<std::uint32_t> weights;  // of each bit
  std::vector<LoadedSet> sets(flow.values.size());
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    LoadedSet& set = sets[i];
    for (const FlowEdge& edge : flow.edges_of(i)) unite(set, sets[edge.from]);
    if (loaded[i] > 0) {
      const std::size_t bit = weights.size();
      weights.push_back(loaded[i]);
      set.resize(std::max(set.size(), bit / 64 + 1));
      set[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
    for (std::size_t word = 0; word < set.size(); ++word) {
      for (std::uint64_t left = set[word]; left != 0; left &= left - 1) {
        flow.values[i].elements +=
            weights[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
  }
}

void mark_used(ValueFlow& flow) {
  for (std::size_t i = flow.values.size(); i-- > 0;) {
    FlowValue& value = flow.values[i];
    value.is_used |= value.place == Place::output;
    if (!value.is_used) continue;
    for (const FlowEdge& edge : flow.edges_of(i)) flow.values[edge.from].is_used = true;
  }
}

void sum_steps(ValueFlow& flow, std::uint32_t warps) {
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    const FlowValue& value = flow.values[i];
    if (value.step >= flow.steps.size()) flow.steps.resize(value.step + 1);
    FlowStep& step = flow.steps[value.step];
    step.active.resize(warps);
    step.active[value.thread / kWarpSize] |= 1u << value.thread % kWarpSize;
    step.has_words |= value.place == Place::word;
    step.has_shuffles |= value.is_shuffled;
    step.has_outputs |= value.place == Place::output;
    step.is_made_of_others |= !flow.edges_of(i).empty();
    step.combines |= flow.edges_of(i).size() > 1;
  }
  for (FlowStep& step : flow.steps) {
    step.active.resize(warps);
    for (std::size_t warp = 0; warp < warps; ++warp) {
      if (step.active[warp] == 0) continue;
      ++step.warps;
      step.lanes += static_cast<std::uint32_t>(std::popcount(step.active[warp]));
      if (step.active[warp] != live_lanes(flow.threads, warp)) ++step.divergent;
    }
  }
}

}  // namespace warplens::analysis
