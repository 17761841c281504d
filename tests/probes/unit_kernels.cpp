// What each kernel of tests/limits/units takes on a GPU, as rows of
// tests/data/h200-unit-kernels.tsv: its entry, and the median and the least of 21 launches in
// seconds.
//
//   g++ -O2 -std=c++20 -I/usr/local/cuda/include -o unit_kernels tests/probes/unit_kernels.cpp
//   -lcuda
//   ./unit_kernels tests/limits/units > rows.tsv
#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../limits/units/contents.h"

namespace {

constexpr int kWarmups = 5, kLaunches = 21;

void check(CUresult status, const std::string& what) {
  if (status == CUDA_SUCCESS) return;
  const char* words = "";
  cuGetErrorString(status, &words);
  std::fprintf(stderr, "%s: %s\n", what.c_str(), words);
  std::exit(1);
}

struct Kernel {
  std::string file, entry, unit, fill;
  unsigned blocks = 1, threads = 32;
  int rounds = 0;
  std::size_t words = 0, written = 0;
};

std::vector<Kernel> kernels_in(const std::string& folder) {
  std::ifstream table(folder + "/kernels.tsv");
  std::vector<Kernel> all;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Kernel one;
    words >> one.file >> one.entry >> one.unit >> one.blocks >> one.threads >> one.rounds >>
        one.words >> std::ws;
    std::getline(words, one.fill, '\t');
    words >> one.written;
    all.push_back(one);
  }
  return all;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

double seconds_of(CUfunction function, const Kernel& kernel, void** arguments) {
  CUevent begin = nullptr, end = nullptr;
  check(cuEventCreate(&begin, CU_EVENT_DEFAULT), "cuEventCreate");
  check(cuEventCreate(&end, CU_EVENT_DEFAULT), "cuEventCreate");
  check(cuEventRecord(begin, nullptr), "cuEventRecord");
  check(cuLaunchKernel(function, kernel.blocks, 1, 1, kernel.threads, 1, 1, 0, nullptr, arguments,
                       nullptr),
        kernel.entry);
  check(cuEventRecord(end, nullptr), "cuEventRecord");
  check(cuEventSynchronize(end), kernel.entry);
  float milliseconds = 0;
  check(cuEventElapsedTime(&milliseconds, begin, end), "cuEventElapsedTime");
  check(cuEventDestroy(begin), "cuEventDestroy");
  check(cuEventDestroy(end), "cuEventDestroy");
  return milliseconds * 1e-3;
}

// Of f32, `texels` a row, nearest.
CUtexObject texture_of(const std::vector<std::uint32_t>& contents, std::size_t texels,
                       CUarray& array) {
  const std::size_t rows = contents.size() / texels;
  const CUDA_ARRAY_DESCRIPTOR shape{texels, rows, CU_AD_FORMAT_FLOAT, 1};
  check(cuArrayCreate(&array, &shape), "cuArrayCreate");
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = contents.data();
  copy.srcPitch = copy.WidthInBytes = texels * 4;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.Height = rows;
  check(cuMemcpy2D(&copy), "cuMemcpy2D");
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  const CUDA_TEXTURE_DESC how{};
  CUtexObject texture = 0;
  check(cuTexObjectCreate(&texture, &resource, &how, nullptr), "cuTexObjectCreate");
  return texture;
}

void time_kernel(CUfunction function, const Kernel& kernel) {
  const std::vector<std::uint32_t> contents = unit_contents(kernel.words, kernel.fill);
  CUdeviceptr data = 0, written = 0;
  check(cuMemAlloc(&data, contents.size() * 4), "cuMemAlloc");
  check(cuMemAlloc(&written, std::max<std::size_t>(kernel.written, 1) * 4), "cuMemAlloc");
  int rounds = kernel.rounds;
  CUarray array = nullptr;
  CUtexObject texture = 0;
  const std::size_t texels = texels_a_row(kernel.fill);
  if (texels > 0) texture = texture_of(contents, texels, array);
  void* const first = texels > 0 ? static_cast<void*>(&texture) : &data;
  void* two[] = {first, &written, &rounds};
  void* one[] = {&data, &rounds};
  std::vector<double> all;
  for (int i = 0; i < kWarmups + kLaunches; ++i) {
    if (kernel.written == 0 || i == 0) {
      check(cuMemcpyHtoD(data, contents.data(), contents.size() * 4), "cuMemcpyHtoD");
    }
    const double seconds = seconds_of(function, kernel, kernel.written > 0 ? two : one);
    if (i >= kWarmups) all.push_back(seconds);
  }
  std::sort(all.begin(), all.end());
  std::printf("%s\t%.4g\t%.4g\n", kernel.entry.c_str(), all[all.size() / 2], all.front());
  if (array != nullptr) {
    check(cuTexObjectDestroy(texture), "cuTexObjectDestroy");
    check(cuArrayDestroy(array), "cuArrayDestroy");
  }
  check(cuMemFree(data), "cuMemFree");
  check(cuMemFree(written), "cuMemFree");
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return std::fprintf(stderr, "usage: unit_kernels FOLDER\n"), 1;
  const std::string folder = words[1];
  CUdevice device = 0;
  CUcontext context = nullptr;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  std::map<std::string, CUmodule> modules;
  std::printf("# entry\tmedian seconds\tleast\n");
  for (const Kernel& kernel : kernels_in(folder)) {
    CUmodule& module = modules[kernel.file];
    if (module == nullptr) {
      const std::string ptx = text_of(folder + "/" + kernel.file + ".ptx");
      check(cuModuleLoadData(&module, ptx.c_str()), kernel.file);
    }
    CUfunction function = nullptr;
    check(cuModuleGetFunction(&function, module, kernel.entry.c_str()), kernel.entry);
    time_kernel(function, kernel);
  }
  return 0;
}
