#include <algorithm>
#include <cstring>
#include <utility>

#include "tests/simulated_cuda/simulated_cuda.h"
#include "tests/simulated_cuda/told.h"

using namespace warplens::device::api;
using namespace warplens::simulated;

namespace {

constexpr std::string_view kName = "Simulated device";
constexpr std::string_view kRealName = "NVIDIA H200";  // whose limits are known
thread_local CUcontext current = nullptr;

}  // namespace

extern "C" {

CUresult cuInit(unsigned) {
  if (fails_as("no_device")) return no_device;
  inject();
  return success;
}

CUresult cuDriverGetVersion(int* version) {
  *version = fails_as("old_driver") ? 12000 : 13000;
  return success;
}

CUresult cuDeviceGetCount(int* count) {
  *count = 1;
  return success;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return ordinal == 0 ? success : invalid_device;
}

CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::memset(name, 0, static_cast<std::size_t>(length));
  const std::string_view said = fails_as("named_h200") ? kRealName : kName;
  said.copy(name, static_cast<std::size_t>(length) - 1);
  return success;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
  switch (which) {
    case kMaxSharedMemoryPerBlock:
      *value = 48 << 10;
      break;
    case kMultiprocessorCount:
      *value = 4;
      break;
    case kClockRate:
      *value = 1'000'000;
      break;
    case kMemoryClockRate:
      *value = 1'000'000;
      break;
    case kGlobalMemoryBusWidth:
      *value = 512;
      break;
    case kL2CacheSize:
      *value = 1 << 20;
      break;
    case kComputeCapabilityMajor:
      *value = 9;
      break;
    case kComputeCapabilityMinor:
      *value = 0;
      break;
    case kMaxSharedMemoryPerMultiprocessor:
      *value = 228 << 10;
      break;
    case kMaxThreadsPerMultiprocessor:
      *value = fails_as("small_multiprocessor") ? 1024 : 2048;
      break;
    case kMaxBlocksPerMultiprocessor:
      *value = 32;
      break;
    case kMaxRegistersPerMultiprocessor:
      *value = 64 << 10;
      break;
    case kReservedSharedMemoryPerBlock:
      *value = 1 << 10;
      break;
    case kCooperativeLaunch:
      *value = 1;
      break;
    case kMaxSharedMemoryPerBlockOptin:
      *value = 227 << 10;
      break;
    default:
      return invalid_value;
  }
  return success;
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice) {
  *bytes = total_bytes();
  return success;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
  if (fails_as("no_context")) return out_of_memory;
  const std::lock_guard lock(state().mutex);
  ++state().retained;
  *context = &state().context;
  return success;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  const std::lock_guard lock(state().mutex);
  if (--state().retained == 0) state().error = success;  // the next context is a new one
  return success;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return success;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  *device = 0;
  return current == nullptr ? invalid_context : success;
}

CUresult cuThreadExchangeStreamCaptureMode(int* mode) {
  thread_local int its = 0;
  std::swap(its, *mode);
  return success;
}

CUresult cuCtxGetLimit(std::size_t* value, CUlimit) {
  *value = 0;
  return current == nullptr ? invalid_context : success;
}

CUresult cuCtxSetLimit(CUlimit, std::size_t) {
  return current == nullptr ? invalid_context : success;
}

CUresult cuCtxSynchronize() {
  catch_up(std::nullopt);
  return current == nullptr ? invalid_context : state().error;
}
}
