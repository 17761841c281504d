#include "kernels/ptx/post_dominators.h"

#include <algorithm>

#include "kernels/ptx/block_order.h"

namespace warplens::ptx {
namespace {

// The control flow backwards, with the return as its first block.
struct Backwards {
  Successors edges;                                 // from a block to those that may come before
  std::vector<std::vector<std::uint32_t>> sources;  // the same from the other end
};

Backwards backwards(const ControlFlow& flow) {
  Backwards graph;
  graph.edges.resize(flow.blocks.size() + 1);
  graph.sources.resize(flow.blocks.size() + 1);
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    graph.edges[to].push_back(from);
    graph.sources[from].push_back(to);
  };
  for (std::uint32_t i = 0; i < flow.blocks.size(); ++i) {
    if (flow.blocks[i].returns) add(i + 1, 0);
    for (const std::uint32_t next : flow.blocks[i].successors) add(i + 1, next + 1);
  }
  return graph;
}

// "A Simple, Fast Dominance Algorithm" (Cooper, Harvey, Kennedy).
class Dominators {
 public:
  explicit Dominators(const Backwards& graph)
      : graph_(&graph),
        order_(order_blocks(graph.edges)),
        position_(graph.edges.size(), kNone),
        above_(graph.edges.size(), kNone) {
    for (std::uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
    above_[0] = 0;
    while (improve()) {
    }
  }
  [[nodiscard]] std::uint32_t above(std::uint32_t block) const { return above_[block]; }

 private:
  bool improve() {
    bool changed = false;
    for (const std::uint32_t block : order_) {
      if (block == 0) continue;
      const std::uint32_t above = common(block);
      changed = changed || above != above_[block];
      above_[block] = above;
    }
    return changed;
  }
  [[nodiscard]] std::uint32_t common(std::uint32_t block) const {
    std::uint32_t common = kNone;
    for (const std::uint32_t source : graph_->sources[block]) {
      if (above_[source] == kNone) continue;
      common = common == kNone ? source : meet(common, source);
    }
    return common;
  }
  [[nodiscard]] std::uint32_t meet(std::uint32_t a, std::uint32_t b) const {
    while (a != b)
      (position_[a] > position_[b] ? a : b) = above_[position_[a] > position_[b] ? a : b];
    return a;
  }

  const Backwards* graph_;
  std::vector<std::uint32_t> order_, position_, above_;
};

}  // namespace

std::vector<std::uint32_t> post_dominators(const ControlFlow& flow) {
  const Backwards graph = backwards(flow);
  const Dominators dominators(graph);
  std::vector<std::uint32_t> result(flow.blocks.size(), kNone);
  for (std::uint32_t i = 0; i < flow.blocks.size(); ++i) {
    const std::uint32_t above = dominators.above(i + 1);
    if (above != kNone && above != 0) result[i] = above - 1;
  }
  return result;
}

}  // namespace warplens::ptx
