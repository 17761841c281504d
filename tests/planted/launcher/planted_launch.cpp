// Launches one planted kernel on a GPU, for compute-sanitizer to watch.
//
//   planted_launch --device                       the GPU's name and the driver's CUDA version
//   planted_launch --list SOURCE.cu               a line a kernel: its name, and its faults' kinds
//   planted_launch SOURCE.cu MODULE KERNEL        MODULE: the source's PTX or cubin
//
// Buffers are allocated with exactly their size, those that nothing has set are left so. Status: 0,
// 1 for wrong arguments, 2 when CUDA reports an error. scripts/planted-check builds and calls it.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/planted/planted_source.h"

namespace {

using namespace warplens;
using namespace warplens::planted;

[[noreturn]] void stop(int status, const std::string& message) {
  std::fprintf(stderr, "planted_launch: %s\n", message.c_str());
  std::exit(status);
}

void check(CUresult status, const char* what) {
  if (status == CUDA_SUCCESS) return;
  const char* name = "an unknown error";
  cuGetErrorName(status, &name);
  stop(2, std::string(what) + ": " + name);
}

Source source_of(const std::string& path) {
  std::ifstream file(path);
  ReadSource read = read_source(file);
  if (!read.error.empty()) stop(1, path + ": " + read.error);
  return std::move(read.source);
}

Kernel kernel_of(const std::string& path, const std::string& name) {
  for (Kernel& kernel : source_of(path).kernels) {
    if (kernel.name == name) return kernel;
  }
  stop(1, path + " has no kernel " + name);
}

// PTX is a text, so it ends with a zero.
std::vector<char> image_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) stop(1, "cannot read " + path);
  std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  image.push_back('\0');
  return image;
}

CUdevice start() {
  check(cuInit(0), "cuInit");
  CUdevice device = 0;
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  return device;
}

void open_context() {
  CUcontext context = nullptr;
  check(cuDevicePrimaryCtxRetain(&context, start()), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

CUfunction load(const std::string& path, const std::string& name) {
  const std::vector<char> image = image_of(path);
  CUmodule module = nullptr;
  check(cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr), "cuModuleLoadDataEx");
  CUfunction function = nullptr;
  check(cuModuleGetFunction(&function, module, name.c_str()), "cuModuleGetFunction");
  return function;
}

// The value, or the buffer's address, as the parameter wants it.
std::uint64_t prepare(const Argument& argument) {
  if (argument.role == Role::value) return argument.bits;
  const std::vector<std::byte> contents = contents_of(argument);
  CUdeviceptr address = 0;
  check(cuMemAlloc(&address, contents.size()), "cuMemAlloc");
  if (argument.role == Role::freed) {
    check(cuMemFree(address), "cuMemFree");
  } else if (argument.role != Role::out) {
    check(cuMemcpyHtoD(address, contents.data(), contents.size()), "cuMemcpyHtoD");
  }
  return address;
}

void launch(CUfunction function, const Kernel& kernel, std::vector<std::uint64_t>& values) {
  std::vector<void*> parameters;
  for (std::uint64_t& value : values) parameters.push_back(&value);
  const Dim3 &grid = kernel.grid, &block = kernel.block;
  const CUresult status =
      kernel.is_cooperative
          ? cuLaunchCooperativeKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                      kernel.shared_bytes, nullptr, parameters.data())
          : cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                           kernel.shared_bytes, nullptr, parameters.data(), nullptr);
  check(status, "cuLaunchKernel");
  check(cuCtxSynchronize(), "cuCtxSynchronize");
}

// 32-bit words: what prints has no others.
void print(const Argument& argument, CUdeviceptr address) {
  if (argument.role != Role::out && argument.role != Role::inout) return;
  std::vector<std::int32_t> words(argument.count * size_of(argument.type) / 4);
  check(cuMemcpyDtoH(words.data(), address, words.size() * 4), "cuMemcpyDtoH");
  std::printf("buffer:");
  for (const std::int32_t word : words) std::printf(" %d", word);
  std::printf("\n");
}

void run(const std::string& source, const std::string& module, const std::string& name) {
  const Kernel kernel = kernel_of(source, name);
  open_context();
  const CUfunction function = load(module, name);
  std::vector<std::uint64_t> values;
  for (const Argument& argument : kernel.arguments) values.push_back(prepare(argument));
  launch(function, kernel, values);
  if (!kernel.prints) return;
  for (std::size_t i = 0; i < values.size(); ++i) print(kernel.arguments[i], values[i]);
}

void list(const std::string& path) {
  for (const Kernel& kernel : source_of(path).kernels) {
    std::printf("%s", kernel.name.c_str());
    for (const Fault& fault : kernel.faults) std::printf(" %s", fault.kind.c_str());
    std::printf("\n");
  }
}

void describe_device() {
  const CUdevice device = start();
  char name[256] = "";
  int version = 0;
  check(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
  check(cuDriverGetVersion(&version), "cuDriverGetVersion");
  std::printf("%s\n%d.%d\n", name, version / 1000, version % 1000 / 10);
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 1 && words[0] == "--device") {
    describe_device();
  } else if (words.size() == 2 && words[0] == "--list") {
    list(words[1]);
  } else if (words.size() == 3) {
    run(words[0], words[1], words[2]);
  } else {
    stop(1, "usage: planted_launch --device | --list SOURCE.cu | SOURCE.cu MODULE KERNEL");
  }
  return 0;
}
