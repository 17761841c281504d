// What a GPU gives for each form of tests/instructions: rows of tests/data/h200-instructions.tsv,
// and the whole results of the forms whose numbers are named, FOLDER/gpu_NUMBER.bin.
//
//   WARPLENS_WRITE_INSTRUCTIONS=FOLDER build/release/tests_instructions_test
//   g++ -std=c++17 -O2 -I/usr/local/cuda/include -o instructions tests/probes/instructions.cpp
//   -lcuda
//   ./instructions FOLDER [NUMBER...] > rows.tsv
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr unsigned kThreads = 4096, kBlock = 128, kResults = 4, kFormsOfModule = 100;

void check(CUresult result, const std::string& what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s: %s\n", what.c_str(), name);
  std::exit(1);
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

CUdeviceptr allocated(std::size_t bytes) {
  CUdeviceptr pointer = 0;
  check(cuMemAlloc(&pointer, bytes), "cuMemAlloc");
  return pointer;
}

struct Memory {
  CUdeviceptr inputs, results, own;
};

std::vector<std::uint64_t> results_of(CUmodule module, unsigned index, Memory memory) {
  const std::string entry = "form_" + std::to_string(index);
  std::vector<std::uint64_t> results(kResults * kThreads);
  CUfunction function = nullptr;
  check(cuModuleGetFunction(&function, module, entry.c_str()), entry);
  check(cuMemsetD8(memory.results, 0, results.size() * 8), "cuMemsetD8");
  void* parameters[] = {&memory.inputs, &memory.results, &memory.own};
  check(cuLaunchKernel(function, kThreads / kBlock, 1, 1, kBlock, 1, 1, 0, nullptr, parameters,
                       nullptr),
        entry);
  check(cuMemcpyDtoH(results.data(), memory.results, results.size() * 8), entry);
  return results;
}

std::uint64_t checksum_of(const std::vector<std::uint64_t>& results) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::uint64_t word : results) sum = (sum ^ word) * 0x100000001b3;
  return sum;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return std::fprintf(stderr, "usage: instructions FOLDER [NUMBER...]\n"), 1;
  const std::string folder = std::string(arguments[1]) + "/";
  std::set<unsigned> whole;
  for (int i = 2; i < count; ++i) whole.insert(static_cast<unsigned>(std::atoi(arguments[i])));
  CUdevice device = 0;
  CUcontext context = nullptr;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  const std::string inputs = contents(folder + "inputs.bin");
  const Memory memory{allocated(inputs.size()), allocated(kResults * kThreads * 8),
                      allocated(kThreads * 16)};
  check(cuMemcpyHtoD(memory.inputs, inputs.data(), inputs.size()), "inputs");
  std::istringstream names(contents(folder + "names.txt"));
  CUmodule module = nullptr;
  unsigned number = 0;
  for (std::string name; std::getline(names, name); ++number) {
    const unsigned index = number % kFormsOfModule;
    if (index == 0) {
      const std::string file = "module_" + std::to_string(number / kFormsOfModule) + ".ptx";
      check(cuModuleLoadData(&module, contents(folder + file).c_str()), file);
    }
    const auto results = results_of(module, index, memory);
    std::printf("%s\t%016llx\n", name.c_str(),
                static_cast<unsigned long long>(checksum_of(results)));
    if (whole.count(number) == 0) continue;
    std::ofstream file(folder + "gpu_" + std::to_string(number) + ".bin", std::ios::binary);
    file.write(reinterpret_cast<const char*>(results.data()),
               static_cast<std::streamsize>(results.size() * 8));
  }
}
