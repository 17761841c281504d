// What mma.sync leaves of its rate once its operands come from shared memory, and once they are
// copied there: the loops of tensor_tiles.cuh whose tiles are copied once and multiplied over and
// over, and the same loops that ask in each step for as many copies as a product needs, always of
// the same bytes, which L2 has, and wait for none. No product of mma.sync by the same tiles can be
// faster than either; results are not a product's.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o tensor_bound
//     tests/probes/tensor_bound.cu -lcublas && ./tensor_bound
//
// It prints, a size, TFLOP/s by the median of 30 launches in turns, and the share of
// cublasGemmEx's: with a barrier a step, as a product needs, without, and with copies.
#include <cublas_v2.h>

#include "side_by_side.cuh"
#include "tensor_tiles.cuh"

namespace {

constexpr int kLaunches = 30;

enum class Step { plain, barrier, barrier_and_copies };

template <class F, Step kStep>
struct OneCopy : AsyncCopies<F, true> {
  using Base = AsyncCopies<F, true>;
  __device__ void begin() {
    Base::begin();
#pragma unroll
    for (int i = 0; i < Base::copies; ++i) Base::copy(i);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
  }
  template <int kTurn>
  __device__ void at_turn() {
    if constexpr (kStep == Step::barrier_and_copies) Base::template at_turn<kTurn>();
  }
  // The stage that is copied to changes as in a product; where from does not.
  __device__ void next_tiles() {
    if constexpr (kStep == Step::barrier_and_copies) {
      this->stage = this->stage + 1 == F::stages ? 0 : this->stage + 1;
    }
    if constexpr (kStep != Step::plain) __syncthreads();
  }
};

template <class F, Step kStep>
__global__ void __launch_bounds__(F::threads, F::blocks)
    multiply_over(const unsigned short* __restrict__ a, const unsigned short* __restrict__ b,
                  float* __restrict__ c, int side) {
  extern __shared__ __align__(1024) unsigned char tiles_of_steps[];
  OneCopy<F, kStep> copies;
  copies.a = a, copies.b = b;
  copies.m = copies.n = copies.k = copies.pitch_a = copies.pitch_b = side;
  copies.shared = static_cast<unsigned>(__cvta_generic_to_shared(tiles_of_steps));
  copies.tiles_down = (side + F::rows - 1) / F::rows;
  copies.tiles_across = (side + F::cols - 1) / F::cols;
  copies.steps = (side + F::depth - 1) / F::depth;
  multiply<F>(copies, c, side, side, copies.shared);
}

struct Row {
  std::string name;
  std::function<void()> run;
  double flops;  // tiles over the edge count whole: they are multiplied
  std::vector<float> milliseconds;
};

template <class F, Step kStep>
Row row_of(const unsigned short* a, const unsigned short* b, float* c, int side, int sms) {
  const auto kernel = multiply_over<F, kStep>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, F::shared_bytes),
        "shared");
  const int tiles = (side + F::rows - 1) / F::rows * ((side + F::cols - 1) / F::cols);
  const double whole = 2.0 * tiles * F::rows * F::cols * side;
  const int grid = std::min(tiles, sms * F::blocks);
  constexpr const char* kNames[] = {", no barrier", ", a barrier a step", ", and copies"};
  return {std::to_string(F::rows) + "x" + std::to_string(F::cols) + " depth " +
              std::to_string(F::depth) + kNames[static_cast<int>(kStep)],
          [=] { kernel<<<grid, F::threads, F::shared_bytes>>>(a, b, c, side); },
          whole,
          {}};
}

void time_side(cublasHandle_t library, int side, int sms) {
  const size_t elements = size_t{static_cast<unsigned>(side)} * side;
  auto* a = device_array<unsigned short>(elements);
  auto* b = device_array<unsigned short>(elements);
  auto* c = device_array<float>(elements);
  fill_halves<<<1024, 256>>>(a, elements, 1);
  fill_halves<<<1024, 256>>>(b, elements, 77777);
  std::vector<Row> rows;
  rows.push_back({"cublasGemmEx",
                  [=] {
                    const float one = 1, zero = 0;
                    cublasGemmEx(library, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, b,
                                 CUDA_R_16F, side, a, CUDA_R_16F, side, &zero, c, CUDA_R_32F, side,
                                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
                  },
                  2.0 * side * side * side,
                  {}});
  using Tall = TensorForm<192, 256, 96, 64, 64, 3, 1, 2>;
  using Wide = TensorForm<128, 256, 64, 64, 64, 4, 1, 4>;
  rows.push_back(row_of<Tall, Step::plain>(a, b, c, side, sms));
  rows.push_back(row_of<Tall, Step::barrier>(a, b, c, side, sms));
  rows.push_back(row_of<Tall, Step::barrier_and_copies>(a, b, c, side, sms));
  rows.push_back(row_of<Wide, Step::plain>(a, b, c, side, sms));
  rows.push_back(row_of<Wide, Step::barrier>(a, b, c, side, sms));
  rows.push_back(row_of<Wide, Step::barrier_and_copies>(a, b, c, side, sms));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  for (int r = -3; r < kLaunches; ++r) {
    for (Row& row : rows) {
      cudaEventRecord(begin);
      row.run();
      cudaEventRecord(end);
      check(cudaEventSynchronize(end), row.name.c_str());
      float elapsed = 0;
      cudaEventElapsedTime(&elapsed, begin, end);
      if (r >= 0) row.milliseconds.push_back(elapsed);
    }
  }
  std::printf("== %d\n", side);
  double first = 0;
  for (Row& row : rows) {
    std::sort(row.milliseconds.begin(), row.milliseconds.end());
    const double rate = row.flops / (row.milliseconds[kLaunches / 2] / 1e3) / 1e12;
    if (first == 0) first = rate;
    std::printf("%-40s %7.2f TFLOP/s  %.3f\n", row.name.c_str(), rate, rate / first);
  }
  for (void* buffer : {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c)})
    check(cudaFree(buffer), "cudaFree");
}

}  // namespace

int main() {
  cublasHandle_t library;
  if (cublasCreate(&library) != CUBLAS_STATUS_SUCCESS) return std::puts("no cuBLAS or no GPU"), 1;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "properties");
  for (const int side : {4096, 8192}) time_side(library, side, device.multiProcessorCount);
}
