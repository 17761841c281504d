#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "tests/simulated_cuda/simulated_cuda.h"
#include "tests/simulated_cuda/told.h"

using namespace warplens;
using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

Status error_of(trace::FindingKind kind) {
  switch (kind) {
    case trace::FindingKind::out_of_bounds:
    case trace::FindingKind::stack_overflow:
      return illegal_address;
    case trace::FindingKind::misaligned:
      return misaligned_address;
    case trace::FindingKind::deadlock:
    case trace::FindingKind::no_end:
      return launch_timeout;
    case trace::FindingKind::opaque_instruction:
      return illegal_instruction;
    case trace::FindingKind::assertion:
      return assertion;
    default:
      return success;  // what no GPU notices
  }
}

void take(std::uint32_t amount, std::byte* from) {
  std::uint32_t number = 0;
  std::memcpy(&number, from, sizeof number);
  number -= amount;
  std::memcpy(from, &number, sizeof number);
}

// By how much less the last 32-bit argument arrives.
std::uint32_t wrong_by(const std::string& ptx) {
  static std::uint32_t launches = 0;
  const auto has = [&](std::string_view text) { return ptx.find(text) != std::string::npos; };
  const bool is_instrumented = has("warplens_control");
  if (fails_as("changing") && !is_instrumented) return ++launches;
  return fails_as("wrong_argument") || (fails_as("wrong_traced") && is_instrumented) ||
         (fails_as("wrong_rounding") && has("add.f32"));
}

std::vector<std::byte> lay_out(const CUfunc_st& function, void** parameters) {
  const ptx::Function& entry = *function.entry;
  const std::vector<std::size_t> offsets = parameter_offsets(entry);
  std::vector<std::byte> bytes;
  std::optional<std::size_t> last_number;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const ptx::Variable& parameter = entry.parameters[i];
    bytes.resize(offsets[i] + parameter.size);
    std::memcpy(bytes.data() + offsets[i], parameters[i], parameter.size);
    if (parameter.size == sizeof(std::uint32_t)) last_number = offsets[i];
  }
  if (last_number.has_value()) take(wrong_by(function.module->ptx->text), &bytes[*last_number]);
  return bytes;
}

// By the entry's own text, which is not that of the entries behind it.
bool needs_all_blocks_resident(const CUfunc_st& function) {
  std::string_view text = function.module->ptx->text;
  text.remove_prefix(std::min(text.find(".entry " + function.entry->name), text.size()));
  return text.substr(0, text.find(".entry", 1)).find("%envreg") != std::string_view::npos;
}

CUresult run(CUfunction function, const machine::LaunchRequest& request) {
  machine::RunOptions options;
  options.recording = machine::Recording::none;
  options.detect_races = false;
  const auto trace = machine::run(function->program, request, state().memory, options);
  if (!trace.has_value()) return invalid_value;
  for (const trace::Finding& finding : trace->findings) {
    if (state().error == success) state().error = error_of(finding.kind);
  }
  return success;
}

CUresult run(const Launch& launch) { return run(launch.function, launch.request); }

struct Shape {
  Dim3 grid, block;
  unsigned shared_bytes = 0;
  std::optional<Dim3> cluster{};
};

CUresult launch(CUfunction function, const Shape& shape, CUstream stream, void** parameters) {
  const std::lock_guard lock(state().mutex);
  if (state().error != success) return state().error;
  if (static_cast<int>(shape.shared_bytes) > function->dynamic_shared_bytes) return invalid_value;
  machine::LaunchRequest request;
  request.kernel_name = function->entry->name;
  request.grid = shape.grid;
  request.block = shape.block;
  request.cluster = shape.cluster;
  request.dynamic_shared_bytes = shape.shared_bytes;
  request.parameters = lay_out(*function, parameters);
  if (put_into_graph(stream, Launch{function, request})) return success;
  catch_up(stream);
  return run(function, request);
}

// The values of CU_LAUNCH_PARAM_BUFFER_POINTER, as the driver takes them apart.
std::vector<void*> pointers_into(const CUfunc_st& function, void** extra) {
  std::vector<void*> pointers;
  for (const std::size_t offset : parameter_offsets(*function.entry))
    pointers.push_back(static_cast<std::byte*>(extra[1]) + offset);
  return pointers;
}

}  // namespace

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z,
                        unsigned dynamic_shared_bytes, CUstream stream, void** parameters,
                        void** extra) {
  const tools::LaunchKernel call{function, grid_x,     grid_y,  grid_z,
                                 block_x,  block_y,    block_z, dynamic_shared_bytes,
                                 stream,   parameters, extra};
  return told(
      tools::kLaunchKernel, "cuLaunchKernel", call, function->entry->name, [&]() -> CUresult {
        if (needs_all_blocks_resident(*function)) {
          state().error = launch_failed;  // grid.sync() reads a workspace that nobody set up
          return success;
        }
        const Shape shape{
            {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_shared_bytes};
        if (parameters != nullptr || extra == nullptr)
          return launch(function, shape, stream, parameters);
        return launch(function, shape, stream, pointers_into(*function, extra).data());
      });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
  const tools::LaunchKernelEx call{config, function, parameters, extra};
  return told(tools::kLaunchKernelEx, "cuLaunchKernelEx", call, function->entry->name, [&] {
    Shape shape{{config->grid_x, config->grid_y, config->grid_z},
                {config->block_x, config->block_y, config->block_z},
                config->dynamic_shared_bytes};
    for (unsigned i = 0; i < config->attribute_count; ++i) {
      const auto& [id, value] = config->attributes[i];
      if (id == kLaunchClusterDimension) shape.cluster = Dim3{value[0], value[1], value[2]};
    }
    return launch(function, shape, config->stream, parameters);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream,
                                   void** parameters) {
  const tools::LaunchKernel call{function, grid_x,     grid_y,  grid_z,
                                 block_x,  block_y,    block_z, dynamic_shared_bytes,
                                 stream,   parameters, nullptr};
  return told(
      tools::kLaunchCooperative, "cuLaunchCooperativeKernel", call, function->entry->name, [&] {
        return launch(function,
                      {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, dynamic_shared_bytes},
                      stream, parameters);
      });
}

CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode) {
  if (stream == nullptr || stream->captured != nullptr) return invalid_value;
  stream->captured = new CUgraph_st;
  return state().error;
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  *graph = std::exchange(stream->captured, nullptr);
  return *graph == nullptr ? invalid_value : state().error;
}

CUresult cuStreamIsCapturing(CUstream stream, int* status) {
  *status = stream != nullptr && stream->captured != nullptr ? 1 : 0;
  return success;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* launchable, CUgraph graph, unsigned long long) {
  return told(tools::kGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags",
              tools::GraphInstantiated{launchable, graph}, {}, [&]() -> CUresult {
                *launchable = new CUgraphExec_st{graph->nodes};
                return state().error;
              });
}

CUresult cuGraphLaunch(CUgraphExec launchable, CUstream stream) {
  return told(tools::kGraphLaunch, "cuGraphLaunch", tools::GraphLaunched{launchable, stream}, {},
              [&]() -> CUresult {
                const std::lock_guard lock(state().mutex);
                if (state().error != success) return state().error;
                catch_up(stream);
                for (const auto& node : launchable->nodes)
                  std::visit([](const auto& work) { run(work); }, node->work);
                return success;
              });
}

CUresult cuGraphExecDestroy(CUgraphExec launchable) {
  return told(tools::kGraphExecDestroy, "cuGraphExecDestroy", tools::GraphDestroyed{launchable}, {},
              [&]() -> CUresult {
                delete launchable;
                return state().error;
              });
}

CUresult cuGraphDestroy(CUgraph graph) {
  delete graph;
  return state().error;
}
}
