// The GPU driver's own account of itself, through libcuda.so.1 opened at run time.
#include <dlfcn.h>

#include <array>
#include <memory>

#include "app/cli/machine_report.h"

namespace warplens::cli {

namespace {

// From the CUDA driver API's reference: CUresult and CUdevice are int, success is 0.
constexpr int kSuccess = 0;
constexpr int kComputeCapabilityMajor = 75;
constexpr int kComputeCapabilityMinor = 76;

struct Closer {
  void operator()(void* library) const { dlclose(library); }
};

template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
  auto* const function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  return function != nullptr && function(arguments...) == kSuccess;
}

GpuDevice describe(void* library, int ordinal) {
  GpuDevice device;
  int handle = 0;
  if (!call(library, "cuDeviceGet", &handle, ordinal)) return device;
  std::array<char, 256> name{};
  if (call(library, "cuDeviceGetName", name.data(), static_cast<int>(name.size() - 1), handle)) {
    device.name = name.data();
  }
  call(library, "cuDeviceGetAttribute", &device.compute_major, kComputeCapabilityMajor, handle);
  call(library, "cuDeviceGetAttribute", &device.compute_minor, kComputeCapabilityMinor, handle);
  std::size_t bytes = 0;
  if (call(library, "cuDeviceTotalMem_v2", &bytes, handle)) device.memory_bytes = bytes;
  return device;
}

}  // namespace

GpuDriver find_gpu_driver() {
  GpuDriver driver;
  const std::unique_ptr<void, Closer> library(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL));
  if (library == nullptr) {
    driver.problem = "libcuda.so.1 is not installed";
    return driver;
  }
  driver.loadable = true;
  call(library.get(), "cuDriverGetVersion", &driver.version);
  int count = 0;
  if (!call(library.get(), "cuInit", 0u) || !call(library.get(), "cuDeviceGetCount", &count)) {
    driver.problem = "the driver does not start: is a GPU present and visible?";
    return driver;
  }
  for (int i = 0; i < count; ++i) driver.devices.push_back(describe(library.get(), i));
  if (driver.devices.empty()) driver.problem = "the driver finds no device";
  return driver;
}

}  // namespace warplens::cli
