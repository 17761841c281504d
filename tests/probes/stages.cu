// When copies of cp.async land that nothing delays: a ring of stages is copied into some tiles ahead,
// too early where there are more of these than stages.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o stages tests/probes/stages.cu && ./stages
//
// On an H100 (2026-11-28) it is the first tiles that come wrong, one for each that is too far
// ahead, but for the last of those: 3 ahead of 2 stages 32 to 64 words of 1,536, 4 ahead 96, 5 ahead
// 160; 4 ahead of 3 stages 0 to 32, 5 ahead 64 to 96, 6 ahead 128; 5 ahead of 4 stages none, 6
// ahead 64, 7 ahead 128. What a round copies comes after the next round has read. CopiesLand::early
// (kernels/machine/launch/run_options.h) gets all of those tiles wrong, 64 words each, and no other.
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
