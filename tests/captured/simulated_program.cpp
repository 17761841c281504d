// A program of the driver API that is captured: what its arguments name, in their order.
//
//   simulated_program KERNELS.ptx scale smooth…    exits with 7
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/driver_api.h"

using namespace warplens::device::api;

namespace {

// The driver's function of that name, by the type that is declared for it.
template <class Function>
Function driver(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) std::exit(3);
  return reinterpret_cast<Function>(dlsym(library, name));
}
#define CALL(name) driver<decltype(Functions::name)>(#name)

constexpr int kStatus = 7;
constexpr unsigned kCount = 1024;

void check(CUresult status, const char* what) {
  if (status != kSuccess) std::printf("%s: %d\n", what, status);
}

template <class T>
CUdeviceptr upload(const std::vector<T>& values) {
  CUdeviceptr address = 0;
  check(CALL(cuMemAlloc_v2)(&address, values.size() * sizeof(T)), "allocation");
  check(CALL(cuMemcpyHtoD_v2)(address, values.data(), values.size() * sizeof(T)), "upload");
  return address;
}

std::vector<float> floats(float step) {
  std::vector<float> values(kCount);
  for (unsigned i = 0; i < kCount; ++i) values[i] = static_cast<float>(i % 19) * step;
  return values;
}
CUdeviceptr zeros() { return upload(std::vector<float>(kCount)); }

class Program {
 public:
  explicit Program(const char* ptx) {
    CUdevice device = 0;
    CUcontext context = nullptr;
    check(CALL(cuInit)(0), "cuInit");
    CALL(cuDeviceGet)(&device, 0);
    CALL(cuDevicePrimaryCtxRetain)(&context, device);
    CALL(cuCtxSetCurrent)(context_ = context);
    std::ifstream file(ptx);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    check(CALL(cuModuleLoadDataEx)(&module_, text.c_str(), 0, nullptr, nullptr), "module");
    std::ranges::fill(text, 'x');  // nobody may look at it later
  }

  ~Program() { CALL(cuModuleUnload)(module_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  template <class... Values>
  void launch(const char* kernel, unsigned grid, unsigned block, CUstream stream,
              Values... values) const {
    void* parameters[] = {&values...};
    check(CALL(cuLaunchKernel)(function(kernel), grid, 1, 1, block, 1, 1, 0, stream, parameters,
                               nullptr),
          kernel);
  }
  [[nodiscard]] CUfunction function(const char* name) const {
    CUfunction found = nullptr;
    check(CALL(cuModuleGetFunction)(&found, module_, name), name);
    return found;
  }
  void set(const char* variable, std::uint64_t value) const {
    CUdeviceptr address = 0;
    std::size_t bytes = 0;
    check(CALL(cuModuleGetGlobal_v2)(&address, &bytes, module_, variable), variable);
    check(CALL(cuMemcpyHtoD_v2)(address, &value, bytes), variable);
  }
  void use_context() const { CALL(cuCtxSetCurrent)(context_); }

 private:
  CUmodule module_ = nullptr;
  CUcontext context_ = nullptr;
};

void scale(const Program& program) {
  program.launch("scale", 8, 128, nullptr, upload(floats(1)), 2.5f, int{kCount});
}

void scale_packed(const Program& program) {
  struct {
    CUdeviceptr x;
    float by;
    int n;
  } packed{upload(floats(2)), 0.5f, 1000};
  std::size_t bytes = sizeof packed;
  void* extra[] = {reinterpret_cast<void*>(1), &packed, reinterpret_cast<void*>(2), &bytes,
                   nullptr};
  check(CALL(cuLaunchKernel)(program.function("scale"), 8, 1, 1, 128, 1, 1, 0, nullptr, nullptr,
                             extra),
        "scale_packed");
}

void smooth(const Program& program) {
  program.launch("smooth", 8, 128, nullptr, upload(floats(1)), zeros(), int{kCount});
}

void row_sums(const Program& program) {
  struct View {
    CUdeviceptr data;
    int rows, columns;
    CUdeviceptr sums;
  };
  program.launch("row_sums", 1, 32, nullptr, View{upload(floats(1)), 32, 32, zeros()});
}

void add_rows(const Program& program) {
  const CUdeviceptr x = upload(floats(1)), y = upload(floats(3));
  const CUdeviceptr rows = upload(std::vector<CUdeviceptr>{x, y, x + 256, y + 512});
  program.launch("add_rows", 2, 128, nullptr, rows, zeros(), 4, 256);
}

void add_table(const Program& program) {
  program.set("table", upload(floats(4)));
  program.launch("add_table", 8, 128, nullptr, upload(floats(1)), int{kCount});
}

void grid_sum(const Program& program) {
  std::vector<int> numbers(kCount);
  for (unsigned i = 0; i < kCount; ++i) numbers[i] = static_cast<int>(i * 5 % 31);
  CUdeviceptr in = upload(numbers), parts = zeros(), out = zeros();
  int n = kCount;
  void* parameters[] = {&in, &parts, &out, &n};
  check(CALL(cuLaunchCooperativeKernel)(program.function("grid_sum"), 4, 1, 1, 64, 1, 1, 0, nullptr,
                                        parameters),
        "grid_sum");
}

void rank_of_block(const Program& program) {
  CUlaunchAttribute cluster;
  cluster.id = kLaunchClusterDimension;
  cluster.value[0] = 4;
  cluster.value[1] = cluster.value[2] = 1;
  const CUlaunchConfig config{8, 1, 1, 32, 1, 1, 0, nullptr, &cluster, 1};
  CUdeviceptr out = zeros();
  void* parameters[] = {&out};
  check(CALL(cuLaunchKernelEx)(&config, program.function("rank_of_block"), parameters, nullptr),
        "rank_of_block");
}

void box(const Program& program) {
  std::vector<float> values(128 * 64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const CUdeviceptr in = upload(values);
  const std::uint64_t sizes[] = {128, 64}, strides[] = {512};
  const std::uint32_t extent[] = {32, 16}, steps[] = {1, 1};
  CUtensorMap map{};
  constexpr auto kFloat32 = static_cast<CUtensorMapDataType>(7);
  check(CALL(cuTensorMapEncodeTiled)(&map, kFloat32, 2, reinterpret_cast<void*>(in), sizes, strides,
                                     extent, steps, {}, {}, {}, {}),
        "map");
  program.launch("box", 1, 64, nullptr, map, zeros());
}

void graph(const Program& program) {
  using Fill = CUresult (*)(CUdeviceptr, unsigned char, std::size_t, CUstream);
  CUstream stream = nullptr;
  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  const CUdeviceptr x = upload(floats(1)), y = upload(floats(2));
  CALL(cuStreamCreate)(&stream, 0);
  CALL(cuStreamBeginCapture_v2)(stream, kCaptureGlobal);
  driver<Fill>("cuMemsetD8Async")(y, 0, 1024, stream);
  program.launch("scale", 8, 128, stream, x, 3.0f, int{kCount});
  CALL(cuMemcpyDtoDAsync_v2)(y, x + 2048, 512, stream);
  program.launch("smooth", 8, 128, stream, x, y, int{kCount});
  CALL(cuStreamEndCapture)(stream, &graph);
  CALL(cuGraphInstantiateWithFlags)(&executable, graph, 0);
  CALL(cuGraphDestroy)(graph);
  check(CALL(cuGraphLaunch)(executable, stream), "graph");
  CALL(cuGraphExecDestroy)(executable);
  CALL(cuStreamDestroy_v2)(stream);
}

void threads(const Program& program) {
  std::vector<std::thread> all;
  for (int t = 0; t < 3; ++t) {
    all.emplace_back([&program, t] {
      program.use_context();
      CUstream stream = nullptr;
      CALL(cuStreamCreate)(&stream, 0);
      const CUdeviceptr x = upload(floats(1));
      for (int i = 0; i < 4; ++i)
        program.launch("scale", 4, 256, stream, x, 1.5f + static_cast<float>(t), int{kCount});
      CALL(cuStreamDestroy_v2)(stream);
    });
  }
  for (auto& thread : all) thread.join();
}

// Of much memory a launch touches little, and what it touches is said in that memory.
void gather(const Program& program) {
  constexpr std::size_t kFar = 1 << 20;
  std::vector<std::int64_t> large(kFar);
  const std::size_t index = kFar - kCount;
  for (std::size_t i = 0; i < kCount; ++i)
    large[index + i] = static_cast<std::int64_t>((i % 4 + 1) * 300'000 + i);
  for (std::size_t i = 0; i < index; ++i) large[i] = static_cast<std::int64_t>(i * i);
  const CUdeviceptr x = upload(large);
  program.launch("gather", 8, 128, nullptr, x, x + index * sizeof large[0], zeros(), int{kCount});
}

void beyond(const Program& program) { program.launch("beyond", 1, 32, nullptr, zeros()); }

void freed(const Program& program) {
  const CUdeviceptr x = zeros();
  check(CALL(cuMemFree_v2)(x), "free");
  scale(program);
}

const std::map<std::string, void (*)(const Program&)> kParts{
    {"scale", scale},       {"scale_packed", scale_packed},
    {"smooth", smooth},     {"row_sums", row_sums},
    {"add_rows", add_rows}, {"add_table", add_table},
    {"grid_sum", grid_sum}, {"rank_of_block", rank_of_block},
    {"box", box},           {"graph", graph},
    {"threads", threads},   {"beyond", beyond},
    {"freed", freed},       {"gather", gather}};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Program program(argv[1]);
  for (int i = 2; i < argc; ++i) kParts.at(argv[i])(program);
  std::printf("%d parts, status %d\n", argc - 2, CALL(cuCtxSynchronize)());
  return kStatus;
}
