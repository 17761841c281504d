// How long an instruction takes until the next one can use its result: a chain of dependent ones,
// timed by clock64 on one SM. Chains of 64 and of 32 in the same loop differ by 32 of them alone.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

struct Arguments {
  unsigned zero, one;  // which the compiler does not know
  float half;
  void* memory;
  unsigned stride;  // bytes from lane to lane
};

constexpr int kTrips = 24, kPasses = 6;

__device__ inline unsigned in_shared(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

extern __shared__ __align__(1024) unsigned char shared_bytes[];

// The least cycles of some passes over kTrips × kLength steps, by each block's first warp.
template <class Chain, int kLength>
__global__ void timed(Arguments arguments, int trips, int passes, long long* out) {
  Chain chain;
  chain.begin(arguments);
  long long best = 1ll << 60;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    __syncthreads();
    const long long start = clock64();
#pragma unroll 1
    for (int trip = 0; trip < trips; ++trip) {
#pragma unroll
      for (int i = 0; i < kLength; ++i) chain.step();
    }
    const long long taken = clock64() - start;
    if (pass > 0) best = min(best, taken);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = best;
  chain.end(arguments, out);
}

class Table {
 public:
  void add(const std::string& name, double cycles) {
    rows_.push_back({name, cycles});
    std::printf("%s\t%.2f\n", name.c_str(), cycles);
    std::fflush(stdout);
  }
  [[nodiscard]] double of(const std::string& name) const {
    for (const auto& [known, cycles] : rows_) {
      if (known == name) return cycles;
    }
    return 0;
  }

 private:
  std::vector<std::pair<std::string, double>> rows_;
};

struct Shape {
  int blocks = 1, threads = 32, cluster = 1;
};

// Cycles of one step: least over blocks.
template <class Chain, int kLong = 64, int kShort = 32>
double cycles_of(const Arguments& arguments, Shape shape = {}) {
  long long* out = nullptr;
  check(cudaMalloc(&out, 1024 * sizeof *out), "cudaMalloc");
  const auto run = [&](auto kernel) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 << 10),
          "shared memory");
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(shape.blocks);
    config.blockDim = dim3(shape.threads);
    config.dynamicSmemBytes = 160 << 10;
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {static_cast<unsigned>(shape.cluster), 1, 1};
    config.attrs = &cluster;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, arguments, kTrips, kPasses, out), "launch");
    check(cudaDeviceSynchronize(), "run");
    std::vector<long long> all(shape.blocks);
    check(cudaMemcpy(all.data(), out, all.size() * sizeof all[0], cudaMemcpyDefault), "copy");
    return static_cast<double>(*std::min_element(all.begin(), all.end()));
  };
  const double many = run(timed<Chain, kLong>), few = run(timed<Chain, kShort>);
  check(cudaFree(out), "cudaFree");
  return (many - few) / (kTrips * (kLong - kShort));
}
