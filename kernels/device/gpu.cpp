#include "kernels/device/gpu.h"

#include <array>
#include <vector>

namespace warplens::device {
namespace {

// More dynamic shared memory than this has to be asked for (CUDA C++ Programming Guide, "Shared
// Memory" of compute capability 7.x and later).
constexpr std::uint32_t kPlainSharedBytes = 48 * 1024;

// Larger clusters have to be asked for (the same, "Thread Block Clusters").
constexpr std::uint32_t kPortableCluster = 8;

}  // namespace

Result<Gpu> Gpu::open(const Driver& driver, int ordinal) {
  const auto& devices = driver.devices();
  if (ordinal < 0 || static_cast<std::size_t>(ordinal) >= devices.size()) {
    return fail(tr("there is no GPU {}: this machine has {}", ordinal, devices.size()));
  }
  auto owner = std::make_shared<PrimaryContext>(driver);
  owner->description = devices[static_cast<std::size_t>(ordinal)];
  const api::Functions& calls = driver.calls();
  TRY(driver.check(calls.cuDeviceGet(&owner->device, owner->description.ordinal),
                   "opening the GPU"));
  TRY(driver.check(calls.cuDevicePrimaryCtxRetain(&owner->context, owner->device),
                   "opening the GPU"));
  Gpu gpu;
  gpu.owner_ = std::move(owner);
  return gpu;
}

const api::Functions& Gpu::current() const {
  owner_->calls().cuCtxSetCurrent(owner_->context);
  return owner_->calls();
}

api::CUcontext Gpu::context() const {
  owner_->calls().cuCtxSetCurrent(owner_->context);
  return owner_->context;
}

Result<std::uint64_t> Gpu::free_bytes() const {
  std::size_t free = 0, total = 0;
  TRY(driver().check(current().cuMemGetInfo_v2(&free, &total), "asking for free GPU memory"));
  return free;
}

Result<DeviceMemory> Gpu::allocate(std::uint64_t bytes) const {
  api::CUdeviceptr address = 0;
  TRY(driver().check(current().cuMemAlloc_v2(&address, bytes),
                     fmt::format("allocating {} bytes of GPU memory", bytes)));
  DeviceMemory memory;
  memory.handle_ = {owner_, address, &api::Functions::cuMemFree_v2};
  memory.bytes_ = bytes;
  return memory;
}

Result<void> Gpu::allow_shared(const Kernel& kernel, std::uint32_t dynamic_bytes) const {
  if (dynamic_bytes + kernel.static_shared_bytes <= kPlainSharedBytes) return {};
  return driver().check(
      current().cuFuncSetAttribute(kernel.function, api::kFunctionMaxDynamicSharedBytes,
                                   static_cast<int>(dynamic_bytes)),
      fmt::format("asking for {} bytes of dynamic shared memory", dynamic_bytes));
}

Result<std::uint32_t> Gpu::blocks_an_sm(const Kernel& kernel, std::uint32_t threads,
                                        std::uint32_t dynamic_shared_bytes) const {
  TRY(allow_shared(kernel, dynamic_shared_bytes));
  int blocks = 0;
  TRY(driver().check(current().cuOccupancyMaxActiveBlocksPerMultiprocessor(
                         &blocks, kernel.function, static_cast<int>(threads), dynamic_shared_bytes),
                     "asking how many blocks an SM holds"));
  return static_cast<std::uint32_t>(std::max(blocks, 0));
}

Result<std::vector<std::byte>> Gpu::tensor_map(const TensorMap& map) const {
  api::CUtensorMap made{};
  const auto type = static_cast<api::CUtensorMapDataType>(map.type);
  void* const address = reinterpret_cast<void*>(map.address);
  const auto interleave = static_cast<api::CUtensorMapInterleave>(map.interleave);
  const auto swizzle = static_cast<api::CUtensorMapSwizzle>(map.swizzle);
  const auto l2_promotion = static_cast<api::CUtensorMapL2promotion>(map.l2_promotion);
  const auto fill = static_cast<api::CUtensorMapFloatOOBfill>(map.fill);
  const api::CUresult status =
      map.im2col ? current().cuTensorMapEncodeIm2col(
                       &made, type, map.dimensions, address, map.sizes.data(), map.strides.data(),
                       map.im2col->lower.data(), map.im2col->upper.data(), map.im2col->channels,
                       map.im2col->pixels, map.element_strides.data(), interleave, swizzle,
                       l2_promotion, fill)
                 : current().cuTensorMapEncodeTiled(&made, type, map.dimensions, address,
                                                    map.sizes.data(), map.strides.data(),
                                                    map.box.data(), map.element_strides.data(),
                                                    interleave, swizzle, l2_promotion, fill);
  TRY(driver().check(status, "making a tensor map"));
  static_assert(sizeof made == TensorMap::kBytes);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(&made, 1));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Result<void> Gpu::launch(const Kernel& kernel, const LaunchShape& shape,
                         Arguments arguments) const {
  const api::Functions& calls = current();
  TRY(allow_shared(kernel, shape.dynamic_shared_bytes));
  std::vector<void*> pointers;
  for (const std::span<const std::byte> argument : arguments) {
    pointers.push_back(const_cast<std::byte*>(argument.data()));  // the driver only reads
  }
  if (shape.cluster) return launch_clusters(kernel, shape, pointers.data());
  const auto& [grid, block, shared, cluster] = shape;
  const api::CUresult status =
      kernel.is_cooperative
          ? calls.cuLaunchCooperativeKernel(kernel.function, grid.x, grid.y, grid.z, block.x,
                                            block.y, block.z, shared, nullptr, pointers.data())
          : calls.cuLaunchKernel(kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                 shared, nullptr, pointers.data(), nullptr);
  return driver().check(status, "launching the kernel");
}

Result<void> Gpu::launch_clusters(const Kernel& kernel, const LaunchShape& shape,
                                  void** arguments) const {
  const api::Functions& calls = current();
  if (calls.cuLaunchKernelEx == nullptr) {
    return fail(tr("this driver launches no clusters of blocks: it needs CUDA 11.8"));
  }
  const auto& [grid, block, shared, cluster] = shape;
  if (cluster->count() > kPortableCluster) {
    TRY(driver().check(
        calls.cuFuncSetAttribute(kernel.function, api::kFunctionNonPortableClusters, 1),
        fmt::format("asking for clusters of {} blocks", cluster->count())));
  }
  std::vector<api::CUlaunchAttribute> attributes = {
      {api::kLaunchClusterDimension, {cluster->x, cluster->y, cluster->z}}};
  if (kernel.is_cooperative) attributes.push_back({api::kLaunchCooperative, {1}});
  const api::CUlaunchConfig config{
      grid.x,  grid.y, grid.z,  block.x,           block.y,
      block.z, shared, nullptr, attributes.data(), static_cast<unsigned>(attributes.size())};
  return driver().check(calls.cuLaunchKernelEx(&config, kernel.function, arguments, nullptr),
                        "launching the kernel");
}

Result<void> Gpu::synchronize() const {
  return driver().check(current().cuCtxSynchronize(), "the kernel");
}

Result<Event> Gpu::event() const {
  api::CUevent handle = nullptr;
  TRY(driver().check(current().cuEventCreate(&handle, api::kEventDefault), "making an event"));
  Event event;
  event.handle_ = {owner_, handle, &api::Functions::cuEventDestroy_v2};
  return event;
}

Result<Owned<api::CUstream>> Gpu::stream() const {
  api::CUstream handle = nullptr;
  TRY(driver().check(current().cuStreamCreate(&handle, api::kStreamDefault), "making a stream"));
  return Owned<api::CUstream>(owner_, handle, &api::Functions::cuStreamDestroy_v2);
}

Result<void> Event::record() {
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(owner.calls().cuEventRecord(handle_.get(), nullptr),
                            "recording an event");
}

Result<void> Event::wait() const {
  const PrimaryContext& owner = handle_.owner();
  owner.calls().cuCtxSetCurrent(owner.context);
  return owner.driver.check(owner.calls().cuEventSynchronize(handle_.get()), "the kernel");
}

Result<double> Event::seconds_since(const Event& start) const {
  const PrimaryContext& owner = handle_.owner();
  float milliseconds = 0;
  TRY(wait());
  TRY(owner.driver.check(
      owner.calls().cuEventElapsedTime(&milliseconds, start.handle_.get(), handle_.get()),
      "reading an event"));
  return static_cast<double>(milliseconds) / 1000;
}

}  // namespace warplens::device
