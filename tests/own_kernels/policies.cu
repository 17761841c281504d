// Kernels whose block only a constant says: of a header, of one that it includes, of a structure.
#include "policies/config.h"

// As many threads as elements of a third of the array, turned about.
template <int THIRD>
__device__ void turn_about(const float* x, float* y) {
  __shared__ float turned[3 * THIRD];
  for (int i = 0; i < 3; ++i) turned[i * THIRD + threadIdx.x] = x[i * THIRD + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < 3; ++i)
    y[i * THIRD + threadIdx.x] = turned[3 * THIRD - 1 - i * THIRD - threadIdx.x];
}

__global__ void of_a_header(const float* x, float* y) { turn_about<LINE_THREADS>(x, y); }

__global__ void of_a_headers_header(const float* x, float* y) { turn_about<kTileThreads>(x, y); }

__global__ void of_a_namespace(const float* x, float* y) {
  constexpr int kMine = static_cast<int>(config::kBlockThreads);
  turn_about<kMine>(x, y);
}

__global__ void of_a_structure(const float* x, float* y) { turn_about<Small::kThreads>(x, y); }

__global__ void of_a_base(const float* x, float* y) { turn_about<Large::kBlockThreads>(x, y); }

__global__ void of_a_policy(const float* x, float* y) {
  using Mine = Policy<Shape<96, 64>, 16>;
  turn_about<Mine::kThreads>(x, y);
}

template <class Config>
__global__ void of_an_argument(const float* x, float* y) {
  turn_about<Config::kThreads>(x, y);
}
template __global__ void of_an_argument<Policy<Shape<192, 224>>>(const float*, float*);
template __global__ void of_an_argument<Small>(const float*, float*);
