// What tensor cores give when nothing but mma.sync is issued, from registers alone: the most that any
// kernel made of mma.sync can reach on this GPU. f16 and bf16 in, f32 sums.
//
//   nvcc -O3 -arch=sm_90 -o tensor_gemm tests/probes/tensor_gemm.cu && ./tensor_gemm
//
// It prints TFLOP/s, the median of 50 launches, by warps an SM. Fragments are random values: a GPU
// draws less power, and so clocks higher, where bits stay the same.
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kIndependent = 16;  // sums in turn, so that none waits for the one before
constexpr int kRounds = 2048;
constexpr int kLaunches = 50;
constexpr double kFlops = 2.0 * 16 * 8 * 16;  // of an mma.sync m16n8k16

// A value in [1, 2) or its negative, as f16 or bf16 in either half.
template <bool kBfloat>
__device__ unsigned random_pair(unsigned seed) {
  seed = (seed ^ seed >> 16) * 0x7feb352du;
  seed = (seed ^ seed >> 15) * 0x846ca68bu;
  seed ^= seed >> 16;
  return kBfloat ? (seed & 0x807f807f) | 0x3f803f80 : (seed & 0x83ff83ff) | 0x3c003c00;
}

template <bool kBfloat>
__global__ void multiply(float* out) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a[4][4], b[4][2];
  for (int i = 0; i < 4; ++i) {
    for (int r = 0; r < 4; ++r) a[i][r] = random_pair<kBfloat>(thread * 64 + i * 8 + r);
    for (int r = 0; r < 2; ++r) b[i][r] = random_pair<kBfloat>(thread * 64 + i * 8 + 4 + r);
  }
  float sum[kIndependent][4] = {};
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int i = 0; i < kIndependent; ++i) {
      float(&s)[4] = sum[i];
      const unsigned(&x)[4] = a[i / 4];
      const unsigned(&y)[2] = b[i % 4];
      if constexpr (kBfloat) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
      } else {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
      }
    }
  }
  float total = 0;
  for (int i = 0; i < kIndependent; ++i) total += sum[i][0] + sum[i][1] + sum[i][2] + sum[i][3];
  out[thread] = total;
}

template <bool kBfloat>
double rate(float* out, int blocks, int threads) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int i = 0; i < kLaunches; ++i) {
    cudaEventRecord(begin);
    multiply<kBfloat><<<blocks, threads>>>(out);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    times.push_back(0);
    cudaEventElapsedTime(&times.back(), begin, end);
  }
  std::sort(times.begin(), times.end());
  const double warps = blocks * (threads / 32.0);
  return warps * kRounds * kIndependent * kFlops / (times[kLaunches / 2] * 1e-3) / 1e12;
}

int main() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return std::puts("no GPU"), 1;
  float* out = nullptr;
  cudaMalloc(&out, sizeof(float) * device.multiProcessorCount * 512);
  std::printf("%s, mma.sync m16n8k16 from registers alone\n", device.name);
  for (const int threads : {128, 256, 512}) {
    std::printf("%2d warps an SM: f16 %.1f, bf16 %.1f TFLOP/s\n", threads / 32,
                rate<false>(out, device.multiProcessorCount, threads),
                rate<true>(out, device.multiProcessorCount, threads));
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return std::puts("it failed"), 1;
}
