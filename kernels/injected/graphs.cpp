#include "kernels/injected/graphs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>

namespace warplens::injected {
namespace {

constexpr std::size_t kMostNodes = 4096;
constexpr int kMostDepth = 8;  // of graphs in graphs

void stop_at(ExecutableGraph& graph, spool::NoteKind kind, std::uint64_t number) {
  if (!graph.obstacle) graph.obstacle = {kind, number};
}

}  // namespace

bool Graphs::has_all() const {
  return driver_.cuGraphGetNodes != nullptr && driver_.cuGraphGetEdges != nullptr &&
         driver_.cuGraphNodeGetType != nullptr && driver_.cuFuncGetName != nullptr &&
         driver_.cuGraphKernelNodeGetParams_v2 != nullptr &&
         driver_.cuGraphKernelNodeGetAttribute != nullptr &&
         driver_.cuGraphMemcpyNodeGetParams != nullptr &&
         driver_.cuGraphMemsetNodeGetParams != nullptr &&
         driver_.cuGraphChildGraphNodeGetGraph != nullptr;
}

// Each behind those that it depends on; the order of nodes otherwise.
Graphs::Nodes Graphs::in_order(api::CUgraph graph) const {
  std::size_t count = 0, edges = 0;
  driver_.cuGraphGetNodes(graph, nullptr, &count);
  driver_.cuGraphGetEdges(graph, nullptr, nullptr, &edges);
  Nodes nodes(count), from(edges), to(edges), ordered;
  driver_.cuGraphGetNodes(graph, nodes.data(), &count);
  if (edges != 0) driver_.cuGraphGetEdges(graph, from.data(), to.data(), &edges);
  std::map<api::CUgraphNode, std::size_t> waits;
  std::multimap<api::CUgraphNode, api::CUgraphNode> next;
  for (std::size_t i = 0; i < edges; ++i) {
    ++waits[to[i]];
    next.emplace(from[i], to[i]);
  }
  for (const api::CUgraphNode node : nodes)
    if (!waits.contains(node)) ordered.push_back(node);
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const auto [first, last] = next.equal_range(ordered[i]);
    for (auto each = first; each != last; ++each)
      if (--waits[each->second] == 0) ordered.push_back(each->second);
  }
  return ordered;
}

std::optional<KernelLaunch> Graphs::launch(const api::CUDA_KERNEL_NODE_PARAMS& parameters,
                                           ExecutableGraph& to) {
  KernelLaunch launch = launch_of(parameters);
  const char* name = nullptr;
  if (launch.handle == nullptr || driver_.cuFuncGetName(&name, launch.handle) != api::kSuccess)
    return std::nullopt;
  launch.name = name;
  if (to.wanted.empty() && wanted_.is_named(name)) to.wanted = name;
  if (!complete(launch, {parameters.parameters, parameters.extra}, driver_, images_, spool_))
    return std::nullopt;
  return launch;
}

std::optional<KernelLaunch> Graphs::kernel(api::CUgraphNode node, ExecutableGraph& to) {
  api::CUDA_KERNEL_NODE_PARAMS parameters{};
  if (driver_.cuGraphKernelNodeGetParams_v2(node, &parameters) != api::kSuccess)
    return std::nullopt;
  if (parameters.function == nullptr && driver_.cuKernelGetFunction != nullptr)
    driver_.cuKernelGetFunction(&parameters.function, parameters.kernel);
  auto launch = this->launch(parameters, to);
  if (!launch) return launch;
  unsigned value[16] = {};
  if (driver_.cuGraphKernelNodeGetAttribute(node, kClusterAttribute, value) == api::kSuccess)
    launch->cluster = {value[0], value[1], value[2]};
  unsigned cooperative[16] = {};
  if (driver_.cuGraphKernelNodeGetAttribute(node, kCooperativeAttribute, cooperative) ==
      api::kSuccess)
    launch->is_cooperative = cooperative[0] != 0;
  return launch;
}

void Graphs::add_copy(api::CUgraphNode node, ExecutableGraph& to,
                      std::vector<GraphStep>& steps) const {
  api::CUDA_MEMCPY3D copy{};
  constexpr int kUnified = 4;
  const auto is_device = [](const api::CUDA_MEMCPY3D::Side& side) {
    return side.type == api::kMemoryDevice || static_cast<int>(side.type) == kUnified;
  };
  if (driver_.cuGraphMemcpyNodeGetParams(node, &copy) != api::kSuccess || !is_device(copy.from) ||
      !is_device(copy.to))
    return stop_at(to, spool::NoteKind::graph_copy, 0);
  const auto place = [](const api::CUDA_MEMCPY3D::Side& side, std::size_t y, std::size_t z) {
    return side.device + side.x_bytes + (side.y + y + (side.z + z) * side.height) * side.pitch;
  };
  for (std::size_t z = 0; z < std::max<std::size_t>(copy.depth, 1); ++z) {
    for (std::size_t y = 0; y < std::max<std::size_t>(copy.height, 1); ++y)
      steps.push_back(GraphCopy{place(copy.to, y, z), place(copy.from, y, z), copy.width_bytes});
    if (steps.size() > kMostNodes)
      return stop_at(to, spool::NoteKind::graph_too_long, steps.size());
  }
}

void Graphs::add_fill(api::CUgraphNode node, std::vector<GraphStep>& steps) const {
  FillNode fill{};
  if (driver_.cuGraphMemsetNodeGetParams(node, &fill) != api::kSuccess) return;
  for (std::size_t row = 0; row < std::max<std::size_t>(fill.height, 1); ++row)
    steps.push_back(
        GraphFill{fill.to + row * fill.pitch, fill.width, fill.value, fill.element_bytes});
}

void Graphs::add_node(api::CUgraphNode node, ExecutableGraph& to, int depth) {
  int type = -1;
  driver_.cuGraphNodeGetType(node, &type);
  ExecutableGraph::Node added{node, {}};
  if (type == kKernelNode) {
    auto launch = kernel(node, to);
    if (!launch) return stop_at(to, spool::NoteKind::graph_node, kKernelNode);
    added.steps.emplace_back(std::move(*launch));
  } else if (type == kCopyNode) {
    add_copy(node, to, added.steps);
  } else if (type == kFillNode) {
    add_fill(node, added.steps);
  } else if (type == kChildGraphNode) {
    api::CUgraph child = nullptr;
    if (driver_.cuGraphChildGraphNodeGetGraph(node, &child) == api::kSuccess)
      return add(child, to, depth + 1);
  } else if (type != kEmptyNode && type != kWaitNode && type != kRecordNode) {
    return stop_at(to, spool::NoteKind::graph_node, static_cast<std::uint64_t>(type));
  }
  to.nodes.push_back(std::move(added));
}

void Graphs::add(api::CUgraph graph, ExecutableGraph& to, int depth) {
  if (depth > kMostDepth) return stop_at(to, spool::NoteKind::graph_node, kChildGraphNode);
  for (const api::CUgraphNode node : in_order(graph)) {
    if (to.nodes.size() == kMostNodes)
      return stop_at(to, spool::NoteKind::graph_too_long, to.nodes.size());
    add_node(node, to, depth);
  }
}

void Graphs::instantiate(api::CUgraphExec executable, api::CUgraph graph) {
  executables_.erase(executable);
  if (!has_all()) return;
  ExecutableGraph all;
  add(graph, all, 0);
  if (!all.wanted.empty()) executables_[executable] = std::move(all);
}

void Graphs::change_node(const cupti::GraphNodeChanged& change) {
  const auto found = executables_.find(change.executable);
  if (found == executables_.end()) return;
  for (auto& node : found->second.nodes) {
    if (node.handle != change.node || node.steps.empty()) continue;
    auto* old = std::get_if<KernelLaunch>(&node.steps.front());
    api::CUDA_KERNEL_NODE_PARAMS parameters{};
    std::memcpy(&parameters, change.parameters,
                offsetof(api::CUDA_KERNEL_NODE_PARAMS, kernel));  // what the older call has
    auto launch = this->launch(parameters, found->second);
    if (!launch || old == nullptr)
      return stop_at(found->second, spool::NoteKind::graph_node, kKernelNode);
    launch->cluster = old->cluster;
    launch->is_cooperative = old->is_cooperative;
    *old = std::move(*launch);
  }
}

const ExecutableGraph* Graphs::find(api::CUgraphExec executable) const {
  const auto found = executables_.find(executable);
  return found == executables_.end() ? nullptr : &found->second;
}

}  // namespace warplens::injected
