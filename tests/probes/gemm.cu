// What was tried for gemm/fastest and did not stay: each row is a kernel of the same plan, with one
// thing done otherwise, beside cuBLAS in pedantic mode. Sizes are multiples of the tiles.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o gemm tests/probes/gemm.cu -lcublas
//   ./gemm 1024 2048 4096 8192
//
// It prints, a size: TFLOP/s by the median of 50 launches, and the share of cuBLAS's. Every kernel
// is held against cuBLAS's result first; random inputs.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

// The order of a thread's sums at a step.
enum Order { rows_first, columns_back_and_forth, eight_back_and_forth };
enum Store { by_floats, by_vectors };

constexpr int kStages = 3;
constexpr int kGroup = 8;
constexpr int kLaunches = 50;

template <int kRows, int kCols, int kSteps, int kWarpRows, int kWarpCols, int kBlocks, Order kOrder,
          Store kStore, bool kSpread>
struct Form {
  static constexpr int rows = kRows, cols = kCols, steps = kSteps;
  static constexpr int warps_down = kRows / kWarpRows;
  static constexpr int threads = warps_down * (kCols / kWarpCols) * 32;
  static constexpr int own_rows = kWarpRows / 4, own_cols = kWarpCols / 8;
  static constexpr int warp_rows = kWarpRows, warp_cols = kWarpCols, blocks = kBlocks;
  static constexpr int pitch = kRows + 4, stage = kSteps * (pitch + kCols);
  static constexpr int shared_bytes = kStages * stage * 4;
  static constexpr Order order = kOrder;
  static constexpr Store store = kStore;
  static constexpr bool spread = kSpread;  // copies over the steps, or all before them
};

__device__ void copy_four_bytes(unsigned to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from) : "memory");
}
__device__ void copy_sixteen_bytes(unsigned to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

template <class F>
__device__ void add_products(float (&sum)[F::own_rows][F::own_cols], const float* a,
                             const float* b) {
  if constexpr (F::order == rows_first) {
#pragma unroll
    for (int y = 0; y < F::own_rows; ++y)
#pragma unroll
      for (int x = 0; x < F::own_cols; ++x) sum[y][x] = fmaf(a[y], b[x], sum[y][x]);
  } else if constexpr (F::order == columns_back_and_forth) {
#pragma unroll
    for (int x = 0; x < F::own_cols; ++x)
#pragma unroll
      for (int i = 0; i < F::own_rows; ++i) {
        const int y = x % 2 == 0 ? i : F::own_rows - 1 - i;
        sum[y][x] = fmaf(a[y], b[x], sum[y][x]);
      }
  } else {
#pragma unroll
    for (int first = 0; first < F::own_cols; first += 8)
#pragma unroll
      for (int y = 0; y < F::own_rows; ++y)
#pragma unroll
        for (int e = 0; e < 8; ++e) {
          const int x = first + (y % 2 == 0 ? e : 7 - e);
          sum[y][x] = fmaf(a[y], b[x], sum[y][x]);
        }
  }
}

template <class F>
__global__ void __launch_bounds__(F::threads, F::blocks)
    product(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m,
            int n, int k) {
  constexpr int kRowsA = F::threads / F::steps, kPartsA = F::rows / kRowsA;
  constexpr int kRowsB = F::threads / (F::cols / 4), kPartsB = F::steps / kRowsB;
  extern __shared__ __align__(16) float tiles[];
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const int group = blockIdx.x / (kGroup * (n / F::cols)) * kGroup;
  const int place = blockIdx.x % (kGroup * (n / F::cols));
  const int height = min(kGroup, m / F::rows - group);
  const int first_row = (group + place % height) * F::rows, first_col = place / height * F::cols;
  const int own_row = warp % F::warps_down * F::warp_rows + (lane & 1 | lane >> 4 << 1) * 4;
  const int own_col = warp / F::warps_down * F::warp_cols + (lane >> 1 & 7) * 4;
  const int step_a = thread % F::steps, row_a = thread / F::steps;
  const int step_b = thread / (F::cols / 4), col_b = thread % (F::cols / 4) * 4;
  const float* from_a = a + static_cast<size_t>(first_row + row_a) * k + step_a;
  const float* from_b = b + static_cast<size_t>(step_b) * n + first_col + col_b;
  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(tiles));
  const unsigned to_a = shared + (step_a * F::pitch + row_a) * 4;
  const unsigned to_b = shared + (F::steps * F::pitch + step_b * F::cols + col_b) * 4;
  const int steps = k / F::steps;

  // The parts of the copies that belong before step i; i < 0: all.
  const auto copy = [&](int stage, int i) {
    const unsigned pair = stage * F::stage * 4;
#pragma unroll
    for (int p = 0; p < kPartsA; ++p) {
      if (i >= 0 && p * (F::steps - 1) / kPartsA != i) continue;
      copy_four_bytes(to_a + pair + p * kRowsA * 4, from_a + static_cast<unsigned>(p * kRowsA) * k);
    }
#pragma unroll
    for (int p = 0; p < kPartsB; ++p) {
      if (i >= 0 && p * (F::steps - 1) / kPartsB != i) continue;
      copy_sixteen_bytes(to_b + pair + p * kRowsB * F::cols * 4,
                         from_b + static_cast<unsigned>(p * kRowsB) * n);
    }
  };
  const auto next_pair = [&] {
    from_a += F::steps;
    from_b += static_cast<size_t>(F::steps) * n;
  };
  const auto wait = [] {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
  };
  alignas(16) float own_a[2][F::own_rows], own_b[2][F::own_cols];
  const auto read = [&](int stage, int i, int to) {
    const float* pair = tiles + stage * F::stage;
#pragma unroll
    for (int p = 0; p < F::own_rows; p += 4)
      *reinterpret_cast<float4*>(&own_a[to][p]) =
          *reinterpret_cast<const float4*>(&pair[i * F::pitch + own_row + p * 4]);
#pragma unroll
    for (int p = 0; p < F::own_cols; p += 4)
      *reinterpret_cast<float4*>(&own_b[to][p]) = *reinterpret_cast<const float4*>(
          &pair[F::steps * F::pitch + i * F::cols + own_col + p * 8]);
  };

  for (int s = 0; s < kStages - 1; ++s) {
    if (s < steps) copy(s, -1);
    next_pair();
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  float sum[F::own_rows][F::own_cols] = {};
  wait();
  read(0, 0, 0);
  int stage = 0;
  for (int step = 0; step < steps; ++step) {
    const int free = stage == 0 ? kStages - 1 : stage - 1;
    const bool more = step + kStages - 1 < steps;
    if (!F::spread && more) copy(free, -1);
#pragma unroll
    for (int i = 0; i < F::steps; ++i) {
      if (i + 1 < F::steps) {
        read(stage, i + 1, (i + 1) % 2);
      } else {
        asm volatile("cp.async.commit_group;" ::: "memory");
        wait();
        stage = stage + 1 == kStages ? 0 : stage + 1;
        read(stage, 0, 0);
      }
      if (F::spread && more) copy(free, i);
      add_products<F>(sum, own_a[i % 2], own_b[i % 2]);
    }
    next_pair();
  }
#pragma unroll
  for (int y = 0; y < F::own_rows; ++y) {
    const int row = first_row + own_row + y / 4 * 16 + y % 4;
    float* to = c + static_cast<size_t>(row) * n + first_col + own_col;
#pragma unroll
    for (int x = 0; x < F::own_cols; x += 4) {
      if constexpr (F::store == by_vectors) {
        *reinterpret_cast<float4*>(to + x * 8) = *reinterpret_cast<const float4*>(&sum[y][x]);
      } else {
#pragma unroll
        for (int e = 0; e < 4; ++e) to[x * 8 + e] = sum[y][x + e];
      }
    }
  }
}

// 64 independent multiply-adds a thread out of registers: what the units do at best.
__global__ void __launch_bounds__(256, 2)
    multiply_add_alone(const float* in, float* out, long rounds) {
  float sum[64] = {}, a[8], b[8];
  for (int i = 0; i < 8; ++i) a[i] = in[threadIdx.x + i], b[i] = in[threadIdx.x + 8 + i];
  for (long r = 0; r < rounds; ++r) {
#pragma unroll
    for (int y = 0; y < 8; ++y)
#pragma unroll
      for (int x = 0; x < 8; ++x) sum[y * 8 + x] = fmaf(a[y], b[x], sum[y * 8 + x]);
  }
  float total = 0;
  for (const float s : sum) total += s;
  if (total == 12345.f) *out = total;  // so that the sums are not left out
}

__global__ void fill(float* out, size_t count, unsigned seed) {
  const size_t first = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  for (size_t i = first; i < count; i += static_cast<size_t>(gridDim.x) * blockDim.x) {
    unsigned h = (static_cast<unsigned>(i) + seed) * 2654435761u;
    h = (h ^ h >> 15) * 0x85ebca6bu;
    out[i] = static_cast<float>((h ^ h >> 13) & 0xffff) / 65536.f - 0.5f;
  }
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

struct Problem {
  int side;
  float *a, *b, *c, *right;
};

template <class Launch>
double median_seconds(const Launch& launch) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  launch();
  for (int i = 0; i < kLaunches; ++i) {
    check(cudaEventRecord(begin));
    launch();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&times.emplace_back(), begin, end));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] / 1e3;
}

bool is_right(const Problem& p) {
  const size_t count = static_cast<size_t>(p.side) * p.side;
  std::vector<float> c(count), right(count);
  check(cudaMemcpy(c.data(), p.c, count * 4, cudaMemcpyDeviceToHost));
  check(cudaMemcpy(right.data(), p.right, count * 4, cudaMemcpyDeviceToHost));
  double off = 0, all = 0;
  for (size_t i = 0; i < count; ++i) {
    off += std::pow(double{c[i]} - right[i], 2);
    all += std::pow(double{right[i]}, 2);
  }
  return std::sqrt(off / all) < 1e-5;  // not where c is no number, either
}

void say(const char* name, const Problem& p, double seconds, double best) {
  const double rate = 2.0 * p.side * p.side * p.side / seconds / 1e12;
  std::printf("%-52s %6.2f  %.3f\n", name, rate, best / seconds);
}

template <class F>
void time_form(const char* name, const Problem& p, double best) {
  if (p.side % F::rows != 0 || p.side % F::cols != 0) return;
  check(cudaFuncSetAttribute(product<F>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             F::shared_bytes));
  check(cudaMemset(p.c, 0xff, static_cast<size_t>(p.side) * p.side * 4));
  const auto launch = [&] {
    product<F><<<p.side / F::rows*(p.side / F::cols), F::threads, F::shared_bytes>>>(
        p.a, p.b, p.c, p.side, p.side, p.side);
  };
  launch();
  check(cudaGetLastError());
  if (!is_right(p)) return void(std::printf("%-52s WRONG\n", name));
  say(name, p, median_seconds(launch), best);
}

}  // namespace

int main(int argc, char** argv) {
  cublasHandle_t library;
  cublasCreate(&library);
  cublasSetMathMode(library, CUBLAS_PEDANTIC_MATH);
  for (int i = 1; i < argc; ++i) {
    Problem p{std::atoi(argv[i]), nullptr, nullptr, nullptr, nullptr};
    const size_t count = static_cast<size_t>(p.side) * p.side;
    for (float** buffer : {&p.a, &p.b, &p.c, &p.right}) check(cudaMalloc(buffer, count * 4));
    fill<<<1024, 256>>>(p.a, count, 1);
    fill<<<1024, 256>>>(p.b, count, 77777);
    const float one = 1, zero = 0;
    const double best = median_seconds([&] {
      cublasSgemm(library, CUBLAS_OP_N, CUBLAS_OP_N, p.side, p.side, p.side, &one, p.b, p.side, p.a,
                  p.side, &zero, p.right, p.side);
    });
    std::printf("== %d\n", p.side);
    say("cuBLAS", p, best, best);
    const long rounds = static_cast<long>(p.side) * p.side * p.side / (264l * 256 * 64);
    say("multiply-adds alone", p,
        median_seconds([&] { multiply_add_alone<<<264, 256>>>(p.a, p.c, rounds); }), best);
    constexpr Order k8 = eight_back_and_forth;
    time_form<Form<128, 256, 16, 64, 64, 1, k8, by_floats, true>>("128x256, as it stayed", p, best);
    time_form<Form<128, 256, 16, 64, 64, 1, k8, by_vectors, true>>("... C by float4", p, best);
    time_form<Form<128, 256, 16, 64, 64, 1, k8, by_floats, false>>("... copies before the steps", p,
                                                                   best);
    time_form<Form<128, 256, 16, 64, 64, 1, rows_first, by_floats, true>>("... sums row by row", p,
                                                                          best);
    time_form<Form<128, 256, 16, 64, 64, 1, columns_back_and_forth, by_floats, true>>(
        "... sums by columns, back and forth", p, best);
    time_form<Form<128, 256, 16, 32, 128, 1, k8, by_floats, true>>("... 32x128 a warp", p, best);
    time_form<Form<256, 128, 16, 64, 64, 1, k8, by_floats, true>>("256x128", p, best);
    time_form<Form<128, 128, 16, 64, 64, 2, k8, by_floats, true>>("128x128, two blocks an SM", p,
                                                                  best);
    time_form<Form<128, 128, 16, 32, 64, 2, k8, by_floats, true>>("128x128, 32x64 a warp", p, best);
    time_form<Form<64, 128, 16, 32, 64, 4, k8, by_floats, true>>("64x128, four blocks an SM", p,
                                                                 best);
    for (float* buffer : {p.a, p.b, p.c, p.right}) check(cudaFree(buffer));
  }
}
