#include "kernels/machine/launch/launch.h"

#include <algorithm>
#include <cstring>

#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/program/symbols.h"

namespace warplens::machine {
namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (9.0).
constexpr std::uint32_t kMaximumThreads = 1024;
constexpr std::uint32_t kMaximumBlockZ = 64;
constexpr std::uint32_t kMaximumGridX = 0x7fffffff;
constexpr std::uint32_t kMaximumGridYZ = 65535;
constexpr std::uint32_t kMaximumSharedBytes = 227 * 1024;
// The most static shared memory that ptxas accepts, for every target.
constexpr std::uint64_t kMaximumStaticBytes = 48 * 1024;
constexpr std::uint32_t kGridWorkspaceBytes = 8;

Result<void> check_block(const ptx::Function& entry, const Dim3& block) {
  if (block.count() == 0) {
    return fail(
        tr("the block is {}x{}x{}: every side must be at least 1", block.x, block.y, block.z));
  }
  if (block.x > kMaximumThreads || block.y > kMaximumThreads || block.z > kMaximumBlockZ ||
      block.count() > kMaximumThreads) {
    return fail(tr("a block of {}x{}x{} threads is too large: at most {} threads, {} in z", block.x,
                   block.y, block.z, kMaximumThreads, kMaximumBlockZ));
  }
  if (entry.max_threads && block.count() > *entry.max_threads) {
    return fail(tr("{} is compiled for at most {} threads a block (__launch_bounds__), not {}",
                   entry.name, *entry.max_threads, block.count()));
  }
  if (entry.required_threads && block.count() != *entry.required_threads) {
    return fail(tr("{} is compiled for exactly {} threads a block, not {}", entry.name,
                   *entry.required_threads, block.count()));
  }
  return {};
}

// How the launch's blocks make clusters: as it asks for, or as the kernel is compiled.
Result<ClusterShape> cluster_shape(const ptx::Function& entry, const LaunchRequest& request) {
  if (entry.is_explicit_cluster && !entry.cluster && !request.cluster) {
    return fail(
        tr("{} is launched in clusters (.explicitcluster): say of how many blocks", entry.name));
  }
  const Dim3 cluster = request.cluster.value_or(entry.cluster.value_or(Dim3{}));
  const std::uint64_t blocks = cluster.count();
  const std::uint64_t most = std::min(ClusterShape::kMostBlocks,
                                      entry.max_cluster_blocks.value_or(ClusterShape::kMostBlocks));
  if (blocks == 0 || blocks > most) {
    return fail(tr("a cluster of {}x{}x{} blocks: there must be 1 to {}", cluster.x, cluster.y,
                   cluster.z, most));
  }
  if (entry.cluster && cluster != *entry.cluster) {
    return fail(tr("{} is compiled for clusters of {}x{}x{} blocks, not {}x{}x{}", entry.name,
                   entry.cluster->x, entry.cluster->y, entry.cluster->z, cluster.x, cluster.y,
                   cluster.z));
  }
  const Dim3& grid = request.grid;
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0) {
    return fail(tr("a grid of {}x{}x{} blocks is no multiple of clusters of {}x{}x{}", grid.x,
                   grid.y, grid.z, cluster.x, cluster.y, cluster.z));
  }
  return ClusterShape{grid, cluster, request.cluster.has_value() || entry.cluster.has_value()};
}

Result<void> check_grid(const Dim3& grid) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
    return fail(tr("the grid is {}x{}x{}: every side must be at least 1", grid.x, grid.y, grid.z));
  }
  if (grid.x > kMaximumGridX || grid.y > kMaximumGridYZ || grid.z > kMaximumGridYZ) {
    return fail(tr("a grid of {}x{}x{} blocks is too large: at most {} in x, {} in y and z", grid.x,
                   grid.y, grid.z, kMaximumGridX, kMaximumGridYZ));
  }
  return {};
}

// The end of the kernel's own arrays of known size; what cooperative groups keep beside them
// belongs to the system.
std::uint64_t static_bytes(const ProgramImage& image) {
  std::uint64_t bytes = 0;
  for (const trace::SharedArray& array : image.shared_arrays) {
    if (array.bytes == 0 || array.name == "reserved") continue;
    bytes = std::max<std::uint64_t>(bytes, std::uint64_t{array.offset} + array.bytes);
  }
  return bytes;
}

Result<void> check_static_shared(const ProgramImage& image) {
  const std::uint64_t bytes = static_bytes(image);
  if (bytes <= kMaximumStaticBytes) return {};
  return fail(tr(
      "{} declares {} bytes of static shared memory: at most {}; declare it extern __shared__ and "
      "give its size at the launch",
      image.functions[0].function->name, bytes, kMaximumStaticBytes));
}

Result<void> check_sizes(const ProgramImage& image, const LaunchRequest& request) {
  TRY(check_static_shared(image));
  const std::uint64_t shared =
      std::uint64_t{image.static_shared_bytes} + request.dynamic_shared_bytes;
  if (shared > kMaximumSharedBytes) {
    return fail(tr("the block needs {} bytes of shared memory ({} static, {} dynamic): at most {}",
                   shared, image.static_shared_bytes, request.dynamic_shared_bytes,
                   kMaximumSharedBytes));
  }
  if (request.parameters.size() != image.entry_parameter_bytes) {
    return fail(tr("{} takes {} bytes of parameters, not {}: pass one value for each parameter",
                   image.functions[0].function->name, image.entry_parameter_bytes,
                   request.parameters.size()));
  }
  return {};
}

// Host bytes of a variable that was just allocated; the last buffer of the memory.
void relocate(const ProgramImage& image, const ptx::Variable& variable,
              const std::vector<std::uint64_t>& addresses, std::span<std::byte> bytes) {
  for (const ptx::Relocation& relocation : variable.relocations) {
    if (relocation.offset > bytes.size() || bytes.size() - relocation.offset < 8) continue;
    std::uint64_t address = 0;
    for (std::size_t i = 0; i < image.variables.size(); ++i) {
      if (image.variables[i]->name == relocation.symbol) address = addresses[i];
    }
    for (const ptx::Function& function : image.module->functions) {
      if (function.name == relocation.symbol && !function.is_declaration) {
        address = function_address(*image.module, function);
      }
    }
    address += static_cast<std::uint64_t>(relocation.addend);
    std::memcpy(bytes.data() + relocation.offset, &address, sizeof(address));
  }
}

Result<std::vector<std::uint64_t>> place_variables(const ProgramImage& image, Memory& memory) {
  std::vector<std::uint64_t> addresses;
  std::vector<std::pair<const ptx::Variable*, std::size_t>> fresh;
  for (const ptx::Variable* variable : image.variables) {
    TRY(const auto place, memory.allocate_variable(image.module, *variable));
    addresses.push_back(place.address);
    if (place.is_new) fresh.emplace_back(variable, memory.buffers().size() - 1);
  }
  for (const auto& [variable, buffer] : fresh) {
    relocate(image, *variable, addresses, memory.bytes(buffer));
  }
  return addresses;
}

bool asks_for_grid_workspace(const ProgramImage& image) {
  return std::ranges::any_of(image.functions, [](const FunctionImage& function) {
    return std::ranges::any_of(function.specials, [](const SpecialUse& use) {
      return use.special == find_special("%envreg1");
    });
  });
}

// Places what the driver passes to a cooperative launch (cooperative_groups/details/driver_abi.h):
// its size and the barrier of grid.sync(), zeroed. Every launch counts as cooperative here, since
// all blocks can be resident.
Result<std::uint64_t> place_grid_workspace(const ProgramImage& image, Memory& memory) {
  if (!asks_for_grid_workspace(image)) return 0;
  ptx::Variable workspace;
  workspace.name = "grid workspace";
  workspace.type = ptx::ScalarType::u32;
  workspace.size = kGridWorkspaceBytes;
  TRY(const auto place, memory.allocate_variable(image.module, workspace));
  const std::size_t buffer = memory.find(place.address, kGridWorkspaceBytes);
  std::ranges::fill(memory.bytes(buffer), std::byte{0});
  std::memcpy(memory.bytes(buffer).data(), &kGridWorkspaceBytes, sizeof(kGridWorkspaceBytes));
  return place.address;
}

std::vector<std::byte> resolve_constants(const FunctionImage& function,
                                         const std::vector<std::uint64_t>& addresses) {
  std::vector<std::byte> bytes(function.frame_bytes - function.register_bytes);
  for (const Constant& constant : function.constants) {
    std::uint64_t value = constant.bits;
    if (constant.symbol != kNoIndex) value += addresses[constant.symbol];
    std::byte* slot = bytes.data() + (constant.slot - function.register_bytes);
    if (constant.bytes == 0) {
      const std::uint32_t lanes = value != 0 ? ~0u : 0u;
      std::memcpy(slot, &lanes, sizeof(lanes));
    } else if (constant.bytes == 16) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) write_slot(slot, 8, lane, value);
    } else {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        write_slot(slot, constant.bytes, lane, value);
      }
    }
  }
  return bytes;
}

}  // namespace

WarpPlace PreparedLaunch::place(std::uint64_t block, std::uint32_t warp) const {
  return {
      shape,        request->block, request->grid.at(block), warp, request->dynamic_shared_bytes,
      shared_bytes, grid_workspace};
}

Result<PreparedLaunch> prepare_launch(const Program& program, const LaunchRequest& request,
                                      Memory& memory, const RunOptions& options) {
  const ProgramImage& image = program.image();
  TRY(check_block(program.entry(), request.block));
  TRY(check_grid(request.grid));
  TRY(const ClusterShape shape, cluster_shape(program.entry(), request));
  TRY(check_sizes(image, request));
  TRY(const auto workspace, place_grid_workspace(image, memory));
  TRY(const auto addresses, place_variables(image, memory));
  if (image.uses_heap) {
    TRY(memory.place_heap());
  }

  PreparedLaunch launch;
  launch.image = &image;
  launch.request = &request;
  launch.options = &options;
  launch.memory = &memory;
  launch.threads = static_cast<std::uint32_t>(request.block.count());
  launch.warps = (launch.threads + kWarpSize - 1) / kWarpSize;
  launch.blocks = request.grid.count();
  launch.shape = shape;
  launch.shared_bytes = image.static_shared_bytes + request.dynamic_shared_bytes;
  launch.grid_workspace = workspace;
  launch.shared_arrays = program.shared_arrays(request.dynamic_shared_bytes);
  for (const FunctionImage& function : image.functions) {
    launch.constants.push_back(resolve_constants(function, addresses));
  }
  return launch;
}

}  // namespace warplens::machine
