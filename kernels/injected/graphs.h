// Graphs that can be launched, as the steps of their nodes in an order that their edges allow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "kernels/injected/kernel_launch.h"
#include "kernels/injected/wanted_launches.h"

namespace warplens::injected {

struct GraphCopy {
  std::uint64_t to = 0, from = 0, bytes = 0;
};
struct GraphFill {
  std::uint64_t to = 0, count = 0;
  unsigned value = 0, element_bytes = 1;
};
using GraphStep = std::variant<KernelLaunch, GraphCopy, GraphFill>;

struct ExecutableGraph {
  struct Node {
    api::CUgraphNode handle = nullptr;
    std::vector<GraphStep> steps;  // none: what does nothing to memory
  };
  std::vector<Node> nodes;
  std::string wanted;  // the first kernel that is named
  // Why its steps cannot be run one after the other; nothing: they can.
  struct Obstacle {
    spool::NoteKind kind = spool::NoteKind::graph_node;
    std::uint64_t number = 0;
  };
  std::optional<Obstacle> obstacle;
};

class Graphs {
 public:
  Graphs(const DriverCalls& driver, Images& images, Spool& spool, const WantedLaunches& wanted)
      : driver_(driver), images_(images), spool_(spool), wanted_(wanted) {}

  // Nothing of it is kept where no kernel of it is wanted.
  void instantiate(api::CUgraphExec executable, api::CUgraph graph);
  void change_node(const cupti::GraphNodeChanged& change);
  void destroy(api::CUgraphExec executable) { executables_.erase(executable); }
  [[nodiscard]] const ExecutableGraph* find(api::CUgraphExec executable) const;

 private:
  using Nodes = std::vector<api::CUgraphNode>;
  [[nodiscard]] bool has_all() const;
  [[nodiscard]] Nodes in_order(api::CUgraph graph) const;
  void add(api::CUgraph graph, ExecutableGraph& to, int depth);
  void add_node(api::CUgraphNode node, ExecutableGraph& to, int depth);
  std::optional<KernelLaunch> kernel(api::CUgraphNode node, ExecutableGraph& to);
  std::optional<KernelLaunch> launch(const api::CUDA_KERNEL_NODE_PARAMS& parameters,
                                     ExecutableGraph& to);
  void add_copy(api::CUgraphNode node, ExecutableGraph& to, std::vector<GraphStep>& steps) const;
  void add_fill(api::CUgraphNode node, std::vector<GraphStep>& steps) const;

  const DriverCalls& driver_;
  Images& images_;
  Spool& spool_;
  const WantedLaunches& wanted_;
  std::unordered_map<api::CUgraphExec, ExecutableGraph> executables_;
};

}  // namespace warplens::injected
