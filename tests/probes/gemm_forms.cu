// Forms of gemm/fastest beside cuBLAS in pedantic mode: what docs/ladders/gemm.md says made the
// last rung what it is.
//
//   nvcc -std=c++20 -O3 -arch=sm_90 -o gemm_forms tests/probes/gemm_forms.cu -lcublas
//   ./gemm_forms 1000 1024 2048 3072 4096 4097 8192
//
// It prints, a size: TFLOP/s by the median of 60 launches in turns, the share of cuBLAS's, and the
// largest difference from its result.
#include <cublas_v2.h>

#include "gemm_forms.cuh"
#include "side_by_side_products.cuh"

namespace {

constexpr int kLaunches = 60;

struct Problem {
  int side;
  float *a, *b, *c, *pitched;
};

template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kBlocks, int kSteps, int kSlices,
          int kStore, bool kWhole>
void add_form(Products& table, const Problem& p) {
  if (kWhole && (p.side % kRows != 0 || p.side % kCols != 0)) return;
  const auto kernel =
      gemm_forms<kRows, kCols, kWarpRows, kWarpCols, kBlocks, kSteps, kSlices, kStore, kWhole>;
  constexpr int kBytes =
      std::max(3 * kSteps * (kRows + 4 + kCols), (kSlices - 1) * kRows * kCols) * 4;
  constexpr int kThreads = kRows / kWarpRows * (kCols / kWarpCols) * 32 * kSlices;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
        "shared");
  const int grid = (p.side + kRows - 1) / kRows * ((p.side + kCols - 1) / kCols);
  const int pitch = (p.side + 3) / 4 * 4;
  char name[200];
  std::snprintf(name, 200, "%dx%d warp %dx%d blocks %d steps %d slices %d store %d%s", kRows, kCols,
                kWarpRows, kWarpCols, kBlocks, kSteps, kSlices, kStore,
                pitch != p.side ? " pitched" : "");
  table.add(name, [=] {
    if (pitch != p.side)
      copy_rows<<<dim3((p.side + 1023) / 1024, p.side), 256>>>(p.b, p.pitched, p.side, p.side,
                                                               pitch);
    kernel<<<grid, kThreads, kBytes>>>(p.a, pitch != p.side ? p.pitched : p.b, p.c, p.side, p.side,
                                       p.side, pitch);
  });
}

void time_side(cublasHandle_t library, int side) {
  const size_t elements = size_t{static_cast<unsigned>(side)} * side;
  Problem p{side, device_array<float>(elements), device_array<float>(elements),
            device_array<float>(elements), device_array<float>(elements + side * 4)};
  fill_at_random<<<1024, 256>>>(p.a, elements);
  fill_at_random<<<1024, 256>>>(p.b, elements);
  {
    Products table(std::to_string(side), 2.0 * side * side * side, p.c, elements, side * 1e-5);
    table.add("cuBLAS", [=] {
      const float one = 1, zero = 0;
      cublasSgemm(library, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, p.b, side, p.a, side,
                  &zero, p.c, side);
    });
    add_form<128, 256, 64, 64, 1, 16, 1, 0, true>(table, p);
    add_form<128, 256, 64, 64, 1, 16, 1, 1, true>(table, p);
    add_form<128, 128, 64, 64, 2, 16, 1, 0, true>(table, p);
    add_form<128, 128, 64, 64, 2, 16, 1, 1, true>(table, p);
    add_form<128, 128, 64, 64, 2, 16, 1, 2, true>(table, p);
    add_form<128, 128, 64, 64, 2, 16, 1, 3, true>(table, p);
    add_form<64, 128, 32, 64, 4, 16, 1, 0, true>(table, p);
    add_form<64, 128, 32, 64, 4, 16, 1, 1, true>(table, p);
    add_form<64, 128, 32, 64, 2, 32, 2, 1, true>(table, p);
    add_form<64, 128, 32, 64, 2, 32, 2, 3, true>(table, p);
    add_form<64, 128, 64, 64, 1, 32, 4, 0, true>(table, p);
    add_form<64, 128, 64, 64, 1, 32, 4, 1, true>(table, p);
    add_form<64, 128, 64, 64, 1, 32, 4, 3, true>(table, p);
    add_form<64, 128, 64, 64, 1, 16, 4, 1, true>(table, p);
    add_form<128, 128, 64, 64, 1, 32, 2, 1, true>(table, p);
    if (side % 128) {
      add_form<64, 128, 32, 64, 4, 16, 1, 0, false>(table, p);
      add_form<64, 128, 32, 64, 2, 32, 2, 0, false>(table, p);
      add_form<64, 128, 64, 64, 1, 32, 4, 0, false>(table, p);
      add_form<64, 128, 64, 64, 1, 16, 4, 0, false>(table, p);
    }
    table.print(kLaunches);
  }
  for (float* buffer : {p.a, p.b, p.c, p.pitched}) check(cudaFree(buffer), "cudaFree");
}

}  // namespace

int main(int argc, char** argv) {
  cublasHandle_t library;
  if (cublasCreate(&library) != CUBLAS_STATUS_SUCCESS) return std::puts("no cuBLAS or no GPU"), 1;
  cublasSetMathMode(library, CUBLAS_PEDANTIC_MATH);
  for (int i = 1; i < argc; ++i) time_side(library, std::atoi(argv[i]));
}
