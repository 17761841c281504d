// When copies of cp.async land that nothing delays: a ring of stages is copied into some tiles ahead,
// too early where there are more of these than stages. CopiesLand::early is the rule by which the
// machine gets as many words wrong (kernels/machine/block/copy_landing.h):
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o stages tests/probes/stages.cu && ./stages
//   warplens trace tests/cli/data/orders.ptx --entry stage … --copies early
#include <cuda_pipeline.h>

#include <cstdio>
#include <vector>

namespace {

constexpr int kTiles = 24, kThreads = 64;

template <int kAhead, int kStages>
__global__ void staged(const int* in, int* out) {
  __shared__ int tile[kStages][kThreads];
  const int t = threadIdx.x;
  for (int i = 0; i < kAhead; ++i) {
    __pipeline_memcpy_async(&tile[i % kStages][t], &in[i * kThreads + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < kTiles; ++i) {
    __pipeline_wait_prior(kAhead - 1);
    __syncthreads();
    out[i * kThreads + t] = tile[i % kStages][t ^ 32];
    __syncthreads();
    const int next = i + kAhead;
    if (next < kTiles) {
      __pipeline_memcpy_async(&tile[next % kStages][t], &in[next * kThreads + t], 4);
    }
    __pipeline_commit();
  }
}

template <int kAhead, int kStages>
void count_wrong() {
  std::vector<int> in(kTiles * kThreads), out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);
  int *device_in = nullptr, *device_out = nullptr;
  const std::size_t bytes = in.size() * sizeof(int);
  cudaMalloc(&device_in, bytes);
  cudaMalloc(&device_out, bytes);
  cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice);
  int least = 1 << 30, most = 0;
  for (int round = 0; round < 100; ++round) {
    staged<kAhead, kStages><<<1, kThreads>>>(device_in, device_out);
    cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < kTiles * kThreads; ++i) wrong += out[i] != (i ^ 32);
    least = wrong < least ? wrong : least;
    most = wrong > most ? wrong : most;
  }
  std::printf("%d ahead of %d stages: %d to %d of %d words wrong; %s\n", kAhead, kStages, least,
              most, kTiles * kThreads, cudaGetErrorString(cudaGetLastError()));
  cudaFree(device_in);
  cudaFree(device_out);
}

}  // namespace

int main() {
  count_wrong<1, 2>();
  count_wrong<2, 2>();
  count_wrong<3, 2>();
  count_wrong<4, 2>();
  count_wrong<5, 2>();
  count_wrong<3, 3>();
  count_wrong<4, 3>();
  count_wrong<5, 3>();
  count_wrong<6, 3>();
  count_wrong<5, 4>();
  count_wrong<6, 4>();
  count_wrong<7, 4>();
}
