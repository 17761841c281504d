#include "kernels/device/driver.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>

#include "kernels/device/driver_is_missing.h"

namespace warplens::device {

struct Driver::State {
  std::unique_ptr<void, int (*)(void*)> library{nullptr, dlclose};
  api::Functions calls{};
  int version = 0;
  std::vector<Description> devices;
};

namespace {

constexpr const char* kLibrary = "libcuda.so.1";

template <class Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

// The first entry point that the library lacks; nullptr when it has them all.
const char* missing_entry_point(void* library, api::Functions& f) {
  const char* missing = nullptr;
  const auto need = [&](const char* name, auto& function) {
    if (!bind(library, name, function) && missing == nullptr) missing = name;
  };
  need("cuInit", f.cuInit);
  need("cuDriverGetVersion", f.cuDriverGetVersion);
  need("cuGetErrorName", f.cuGetErrorName);
  need("cuGetErrorString", f.cuGetErrorString);
  need("cuDeviceGetCount", f.cuDeviceGetCount);
  need("cuDeviceGet", f.cuDeviceGet);
  need("cuDeviceGetName", f.cuDeviceGetName);
  need("cuDeviceGetAttribute", f.cuDeviceGetAttribute);
  need("cuDeviceTotalMem_v2", f.cuDeviceTotalMem_v2);
  need("cuDevicePrimaryCtxRetain", f.cuDevicePrimaryCtxRetain);
  need("cuDevicePrimaryCtxRelease_v2", f.cuDevicePrimaryCtxRelease_v2);
  need("cuCtxSetCurrent", f.cuCtxSetCurrent);
  need("cuCtxSynchronize", f.cuCtxSynchronize);
  need("cuCtxGetLimit", f.cuCtxGetLimit);
  need("cuCtxSetLimit", f.cuCtxSetLimit);
  need("cuModuleLoadDataEx", f.cuModuleLoadDataEx);
  need("cuModuleUnload", f.cuModuleUnload);
  need("cuModuleGetFunction", f.cuModuleGetFunction);
  need("cuModuleGetGlobal_v2", f.cuModuleGetGlobal_v2);
  need("cuFuncGetAttribute", f.cuFuncGetAttribute);
  need("cuFuncSetAttribute", f.cuFuncSetAttribute);
  need("cuOccupancyMaxActiveBlocksPerMultiprocessor",
       f.cuOccupancyMaxActiveBlocksPerMultiprocessor);
  need("cuMemGetInfo_v2", f.cuMemGetInfo_v2);
  need("cuMemAlloc_v2", f.cuMemAlloc_v2);
  need("cuMemFree_v2", f.cuMemFree_v2);
  need("cuMemHostAlloc", f.cuMemHostAlloc);
  need("cuMemFreeHost", f.cuMemFreeHost);
  need("cuMemcpyHtoD_v2", f.cuMemcpyHtoD_v2);
  need("cuMemcpyDtoH_v2", f.cuMemcpyDtoH_v2);
  need("cuMemcpyDtoDAsync_v2", f.cuMemcpyDtoDAsync_v2);
  need("cuMemcpyHtoDAsync_v2", f.cuMemcpyHtoDAsync_v2);
  need("cuMemcpyDtoHAsync_v2", f.cuMemcpyDtoHAsync_v2);
  need("cuMemsetD8_v2", f.cuMemsetD8_v2);
  need("cuMemsetD8Async", f.cuMemsetD8Async);
  need("cuMemsetD16Async", f.cuMemsetD16Async);
  need("cuMemsetD32Async", f.cuMemsetD32Async);
  need("cuStreamCreate", f.cuStreamCreate);
  need("cuStreamDestroy_v2", f.cuStreamDestroy_v2);
  need("cuStreamSynchronize", f.cuStreamSynchronize);
  need("cuStreamWaitEvent", f.cuStreamWaitEvent);
  need("cuStreamBeginCapture_v2", f.cuStreamBeginCapture_v2);
  need("cuStreamEndCapture", f.cuStreamEndCapture);
  need("cuGraphInstantiateWithFlags", f.cuGraphInstantiateWithFlags);
  need("cuGraphLaunch", f.cuGraphLaunch);
  need("cuGraphExecDestroy", f.cuGraphExecDestroy);
  need("cuGraphDestroy", f.cuGraphDestroy);
  need("cuEventCreate", f.cuEventCreate);
  need("cuEventDestroy_v2", f.cuEventDestroy_v2);
  need("cuEventRecord", f.cuEventRecord);
  need("cuEventSynchronize", f.cuEventSynchronize);
  need("cuEventElapsedTime", f.cuEventElapsedTime);
  need("cuTensorMapEncodeTiled", f.cuTensorMapEncodeTiled);
  need("cuTensorMapEncodeIm2col", f.cuTensorMapEncodeIm2col);
  need("cuArray3DCreate_v2", f.cuArray3DCreate_v2);
  need("cuArrayDestroy", f.cuArrayDestroy);
  need("cuMemcpy3D_v2", f.cuMemcpy3D_v2);
  need("cuTexObjectCreate", f.cuTexObjectCreate);
  need("cuTexObjectDestroy", f.cuTexObjectDestroy);
  need("cuSurfObjectCreate", f.cuSurfObjectCreate);
  need("cuSurfObjectDestroy", f.cuSurfObjectDestroy);
  need("cuLaunchKernel", f.cuLaunchKernel);
  need("cuLaunchCooperativeKernel", f.cuLaunchCooperativeKernel);
  static_cast<void>(bind(library, "cuLaunchKernelEx", f.cuLaunchKernelEx));  // for clusters alone
  return missing;
}

std::string error_text(const api::Functions& calls, api::CUresult status) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (calls.cuGetErrorName(status, &name) != api::kSuccess || name == nullptr) {
    return fmt::format("error {}", status);
  }
  if (calls.cuGetErrorString(status, &text) != api::kSuccess || text == nullptr) return name;
  return fmt::format("{}, {}", name, text);
}

Description describe(const api::Functions& calls, int ordinal, api::CUdevice device) {
  Description result;
  result.ordinal = ordinal;
  std::array<char, 256> name{};
  if (calls.cuDeviceGetName(name.data(), static_cast<int>(name.size() - 1), device) ==
      api::kSuccess) {
    result.name = name.data();
  }
  std::size_t bytes = 0;
  if (calls.cuDeviceTotalMem_v2(&bytes, device) == api::kSuccess) result.memory_bytes = bytes;
  const auto attribute = [&](api::CUdevice_attribute which) {
    int value = 0;
    const bool known = calls.cuDeviceGetAttribute(&value, which, device) == api::kSuccess;
    return known && value > 0 ? value : 0;
  };
  result.compute_major = attribute(api::kComputeCapabilityMajor);
  result.compute_minor = attribute(api::kComputeCapabilityMinor);
  result.l2_bytes = static_cast<std::uint64_t>(attribute(api::kL2CacheSize));
  result.multiprocessors = static_cast<std::uint32_t>(attribute(api::kMultiprocessorCount));
  result.shared_bytes_per_multiprocessor =
      static_cast<std::uint32_t>(attribute(api::kMaxSharedMemoryPerMultiprocessor));
  result.shared_bytes_per_block =
      static_cast<std::uint32_t>(attribute(api::kMaxSharedMemoryPerBlockOptin));
  result.threads_per_multiprocessor =
      static_cast<std::uint32_t>(attribute(api::kMaxThreadsPerMultiprocessor));
  result.blocks_per_multiprocessor =
      static_cast<std::uint32_t>(attribute(api::kMaxBlocksPerMultiprocessor));
  result.registers_per_multiprocessor =
      static_cast<std::uint32_t>(attribute(api::kMaxRegistersPerMultiprocessor));
  result.reserved_shared_bytes_per_block =
      static_cast<std::uint32_t>(attribute(api::kReservedSharedMemoryPerBlock));
  return result;
}

}  // namespace

Result<Driver> Driver::open() {
  auto state = std::make_shared<State>();
  state->library.reset(dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE));
  if (state->library == nullptr) {
    return tl::unexpected(driver_is_missing(kLibrary));
  }
  api::Functions& calls = state->calls;
  if (const char* missing = missing_entry_point(state->library.get(), calls)) {
    return fail(tr("{} has no {}: install a driver for CUDA 12.0 or later", kLibrary, missing));
  }
  if (const api::CUresult status = calls.cuInit(0); status != api::kSuccess) {
    return fail(tr("the driver does not start ({}): is a GPU present and visible?",
                   error_text(calls, status)));
  }
  calls.cuDriverGetVersion(&state->version);
  int count = 0;
  calls.cuDeviceGetCount(&count);
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    api::CUdevice device = 0;
    if (calls.cuDeviceGet(&device, ordinal) != api::kSuccess) continue;
    state->devices.push_back(describe(calls, ordinal, device));
  }
  if (state->devices.empty()) {
    return fail(tr("the driver finds no device: is a GPU visible?"));
  }
  Driver driver;
  driver.state_ = std::move(state);
  return driver;
}

int Driver::version() const { return state_->version; }
const std::vector<Description>& Driver::devices() const { return state_->devices; }
const api::Functions& Driver::calls() const { return state_->calls; }

Result<void> Driver::check(api::CUresult status, std::string_view what) const {
  if (status == api::kSuccess) return {};
  const std::string told = error_text(state_->calls, status);
  if (status == api::kOutOfMemory) {
    return fail(
        tr("{} failed: {}: choose a smaller size, or close what else uses the GPU", what, told));
  }
  const bool is_kernels = std::ranges::find(api::kKernelFaults, status) != api::kKernelFaults.end();
  return fail(Error{tr("{} failed: {}", what, told),
                    is_kernels ? ErrorCode::kernel_fault : ErrorCode::other});
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace warplens::device
