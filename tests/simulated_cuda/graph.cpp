// What a graph is made of, as capturing asks for it.
#include <algorithm>

#include "kernels/injected/driver_calls.h"
#include "tests/simulated_cuda/simulated_cuda.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

bool warplens::simulated::put_into_graph(CUstream stream,
                                         std::variant<Launch, DeviceCopy, DeviceFill> work) {
  if (stream == nullptr || stream->captured == nullptr) return false;
  auto node = std::make_shared<CUgraphNode_st>();
  node->work = std::move(work);
  if (auto* launch = std::get_if<Launch>(&node->work)) {
    for (const std::size_t offset : parameter_offsets(*launch->function->entry))
      node->parameters.push_back(&launch->request.parameters[offset]);
  }
  stream->captured->nodes.push_back(std::move(node));
  return true;
}

extern "C" {

// The last first: only edges say what comes before what.
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  *count = graph->nodes.size();
  if (nodes == nullptr) return success;
  std::transform(graph->nodes.rbegin(), graph->nodes.rend(), nodes,
                 [](const auto& node) { return node.get(); });
  return success;
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, std::size_t* count) {
  *count = graph->nodes.empty() ? 0 : graph->nodes.size() - 1;
  for (std::size_t i = 0; from != nullptr && i < *count; ++i) {
    from[i] = graph->nodes[i].get();
    to[i] = graph->nodes[i + 1].get();
  }
  return success;
}

CUresult cuGraphNodeGetType(CUgraphNode node, int* type) {
  constexpr int kTypes[] = {injected::kKernelNode, injected::kCopyNode, injected::kFillNode};
  *type = kTypes[node->work.index()];
  return success;
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters) {
  const auto& [function, request] = std::get<Launch>(node->work);
  *parameters = {function,
                 request.grid.x,
                 request.grid.y,
                 request.grid.z,
                 request.block.x,
                 request.block.y,
                 request.block.z,
                 request.dynamic_shared_bytes,
                 node->parameters.data(),
                 nullptr,
                 nullptr,
                 nullptr};
  return success;
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, int attribute, unsigned value[16]) {
  const auto cluster = std::get<Launch>(node->work).request.cluster.value_or(Dim3{0, 0, 0});
  if (attribute != injected::kClusterAttribute) return invalid_value;
  value[0] = cluster.x;
  value[1] = cluster.y;
  value[2] = cluster.z;
  return success;
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* copy) {
  const auto& work = std::get<DeviceCopy>(node->work);
  *copy = {};
  copy->to.device = work.to;
  copy->from.device = work.from;
  copy->width_bytes = work.bytes;
  return success;
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, injected::FillNode* fill) {
  const auto& work = std::get<DeviceFill>(node->work);
  *fill = {work.to, 0, work.value, work.element_bytes, work.count, 1};
  return success;
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode, CUgraph*) { return invalid_value; }
}
