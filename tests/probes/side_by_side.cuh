// Times kernels side by side: all of them in turns, so that clocks and heat meet each alike.
//
//   SideBySide table("16384", bytes);          // what the rates are of
//   table.add("copy", [=] { cudaMemcpyAsync(…); });
//   table.add("tiles", [=] { tiles<<<…>>>(…); }, wrong);   // 0, or it is not timed
//   table.print(50);                           // medians, and their share of the first line's
//
// Single launches between CUDA events, always on the same buffers, as `warplens bench` times them.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

template <class T>
T* device_array(size_t elements) {
  T* array = nullptr;
  check(cudaMalloc(&array, elements * sizeof(T)), "cudaMalloc");
  return array;
}

// Elements from 0 to 1 that look like none of their neighbours.
__global__ void fill_at_random(float* to, size_t elements) {
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += threads) {
    unsigned mixed = static_cast<unsigned>(i) * 2654435761u;
    mixed ^= mixed >> 15;
    to[i] = static_cast<float>(mixed & 0xffffff) / 0x1000000;
  }
}

// Random f16 from -1 to 1.
__global__ void fill_halves(unsigned short* to, size_t elements, unsigned seed) {
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += threads) {
    unsigned mixed = (static_cast<unsigned>(i) + seed) * 2654435761u;
    mixed = (mixed ^ mixed >> 15) * 0x85ebca6bu;
    mixed ^= mixed >> 13;
    const float value = static_cast<float>(mixed & 0xffff) / 32768.f - 1;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(to[i]) : "f"(value));
  }
}

class SideBySide {
 public:
  SideBySide(std::string title, double bytes) : title_(std::move(title)), bytes_(bytes) {
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
  }

  void add(std::string name, std::function<void()> run, unsigned long long wrong = 0) {
    if (wrong != 0) std::printf("%s: %llu wrong elements\n", name.c_str(), wrong);
    if (wrong == 0) rows_.push_back({std::move(name), std::move(run), {}});
  }

  void print(int repetitions) {
    for (int r = -1; r < repetitions; ++r) {
      for (Row& row : rows_) time(row, r < 0);
    }
    const double first = rate(rows_.front());
    std::printf("== %s\n", title_.c_str());
    for (Row& row : rows_) {
      std::printf("%-44s %7.0f GB/s  %.3f\n", row.name.c_str(), rate(row), rate(row) / first);
    }
    std::fflush(stdout);
  }

 private:
  struct Row {
    std::string name;
    std::function<void()> run;
    std::vector<float> milliseconds;
  };

  void time(Row& row, bool is_warm_up) {
    cudaEventRecord(begin_);
    row.run();
    cudaEventRecord(end_);
    check(cudaEventSynchronize(end_), row.name.c_str());
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, begin_, end_);
    if (!is_warm_up) row.milliseconds.push_back(elapsed);
  }

  double rate(Row& row) const {
    std::sort(row.milliseconds.begin(), row.milliseconds.end());
    return bytes_ / row.milliseconds[row.milliseconds.size() / 2] / 1e6;
  }

  std::string title_;
  double bytes_;
  std::vector<Row> rows_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
