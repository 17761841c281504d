// Measures what a multiprocessor's units take in a cycle: a block of 1,024 threads on each, whose
// warps execute one instruction in eight chains that nothing but itself bounds.
//
//   RATE(name, type, "instruction %0, %1;")   %0: a chain's value, %1: the next chain's
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline constexpr int kThreads = 1024, kChains = 8, kRounds = 256, kWarps = kThreads / 32;
inline constexpr int kMeasurements = 5;

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

struct Times {
  long long begin, end;
};

// Called by every thread: the block's first and last cycle.
struct Stopwatch {
  long long begin;
  __device__ Stopwatch() {
    __syncthreads();
    begin = clock64();
  }
  __device__ void stop(Times* times) const {
    __shared__ unsigned long long first, last;
    const long long end = clock64();
    if (threadIdx.x == 0) {
      first = ~0ull;
      last = 0;
    }
    __syncthreads();
    atomicMin(&first, static_cast<unsigned long long>(begin));
    atomicMax(&last, static_cast<unsigned long long>(end));
    __syncthreads();
    if (threadIdx.x == 0) {
      times[blockIdx.x] = {static_cast<long long>(first), static_cast<long long>(last)};
    }
  }
};

inline int multiprocessors() {
  static const int count = [] {
    cudaDeviceProp device{};
    check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    return device.multiProcessorCount;
  }();
  return count;
}

// The least cycles of `launch(blocks, times)`: the median block's, of several launches.
template <class Launch>
double cycles_of(Launch launch) {
  const int blocks = multiprocessors();
  Times* times = nullptr;
  check(cudaMallocManaged(&times, blocks * sizeof(Times)), "cudaMallocManaged");
  double least = 1e30;
  for (int i = 0; i < kMeasurements; ++i) {
    launch(blocks, times);
    check(cudaDeviceSynchronize(), "launch");
    std::vector<double> all;
    for (int block = 0; block < blocks; ++block) {
      all.push_back(static_cast<double>(times[block].end - times[block].begin));
    }
    std::sort(all.begin(), all.end());
    least = std::min(least, all[all.size() / 2]);
  }
  check(cudaFree(times), "cudaFree");
  return least;
}

// `amount` of each warp, in what a name says, in a cycle of a multiprocessor.
inline void print_rate(const char* name, double amount, double cycles, const char* unit) {
  std::printf("%s\t%.5g\t%s\n", name, amount / cycles, unit);
}

#define RATE(name, type, constraint, text)                                                    \
  __global__ void __launch_bounds__(kThreads) rate_##name(type* out, Times* times) {          \
    type chain[kChains];                                                                      \
    for (int i = 0; i < kChains; ++i) chain[i] = out[threadIdx.x + i * kThreads];             \
    const Stopwatch watch;                                                                    \
    for (int round = 0; round < kRounds; ++round) {                                           \
      _Pragma("unroll") for (int i = 0; i < kChains; ++i) {                                   \
        asm volatile(text : "+" constraint(chain[i]) : constraint(chain[(i + 1) % kChains])); \
      }                                                                                       \
    }                                                                                         \
    watch.stop(times);                                                                        \
    for (int i = 0; i < kChains; ++i) out[threadIdx.x + i * kThreads] = chain[i];             \
  }                                                                                           \
  void measure_##name(void* memory) {                                                         \
    const double cycles = cycles_of([&](int blocks, Times* times) {                           \
      rate_##name<<<blocks, kThreads>>>(static_cast<type*>(memory), times);                   \
    });                                                                                       \
    print_rate(#name, 32.0 * kWarps * kRounds * kChains, cycles, "lanes");                    \
  }
