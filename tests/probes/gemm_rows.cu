// Candidates for what comes after gemm/fastest, beside it and cuBLAS in pedantic mode. None of
// those whose name begins with "rows" has been timed yet: they are right in Warplens' machine
// (tests/probes/check_forms.py), and what is expected of them is counted from their SASS.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o gemm_rows tests/probes/gemm_rows.cu -lcublas
//   ./gemm_rows                       1000 1024 2048 4096 4097 8192; or those that are named
//
// It prints, a size: TFLOP/s by the median of 40 launches in turns, the share of cuBLAS's, and the
// largest difference from its result. Expected, by instructions beside 2,048 multiply-adds (ptxas
// 13.0, sm_90): rows 128x256 189 in place of fastest's 236, rows 128x128 218 in place of 242, and
// at odd sizes 283 in place of 442; slices of k give a small tile's SM 8 warps in place of 4.
#include <cublas_v2.h>

#include "gemm_rows.cuh"
#include "side_by_side_products.cuh"

namespace before {
#include "../../kernels/catalog/gemm/fastest.cu"
}

namespace {

constexpr int kLaunches = 40;

struct Problem {
  int side;
  float *a, *b, *c;
};

template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kBlocks, int kWide, bool kWhole>
void add_fastest(Products& table, const Problem& p) {
  if (kWhole && (p.side % kRows != 0 || p.side % kCols != 0)) return;
  const auto kernel =
      before::gemm_fastest<kRows, kCols, kWarpRows, kWarpCols, kBlocks, kWide, kWhole>;
  constexpr int kBytes = 3 * 16 * (kRows + 4 + kCols) * 4;
  constexpr int kThreads = kRows / kWarpRows * (kCols / kWarpCols) * 32;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
        "shared");
  const int grid = (p.side + kRows - 1) / kRows * ((p.side + kCols - 1) / kCols);
  table.add("fastest " + std::to_string(kRows) + "x" + std::to_string(kCols),
            [=] { kernel<<<grid, kThreads, kBytes>>>(p.a, p.b, p.c, p.side, p.side, p.side); });
}

template <class F, bool kWhole, bool kThinEdges>
void add_rows(Products& table, const Problem& p, std::string name) {
  const auto kernel = gemm_rows<F, kWhole, kThinEdges>;
  const RowsGrid grid = grid_of_rows<F, kThinEdges>(p.side, p.side);
  const int blocks = grid.tiles_down * grid.tiles_across + grid.column_blocks + grid.row_blocks;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, F::shared_bytes),
        "shared");
  table.add("rows " + std::to_string(F::rows) + "x" + std::to_string(F::cols) + name, [=] {
    kernel<<<blocks, F::threads, F::shared_bytes>>>(p.a, p.b, p.c, p.side, p.side, p.side);
  });
}

// Tiles of kRows × kCols divide the side.
void add_whole(Products& table, const Problem& p) {
  add_fastest<128, 256, 64, 64, 1, 4, true>(table, p);
  add_fastest<128, 128, 64, 64, 2, 4, true>(table, p);
  add_fastest<64, 128, 32, 64, 4, 4, true>(table, p);
  add_rows<RowsForm<128, 256, 64, 64, 16, 3, 1, 1, 4, 4>, true, false>(table, p, "");
  add_rows<RowsForm<128, 256, 64, 64, 32, 3, 1, 1, 4, 4>, true, false>(table, p, ", 32 steps");
  add_rows<RowsForm<128, 128, 64, 64, 16, 3, 2, 1, 4, 4>, true, false>(table, p, "");
  add_rows<RowsForm<128, 128, 64, 64, 16, 3, 2, 1, 4, 4, 1>, true, false>(table, p, ", row by row");
  add_rows<RowsForm<128, 128, 64, 64, 32, 3, 2, 1, 4, 4>, true, false>(table, p, ", 32 steps");
  add_rows<RowsForm<128, 128, 64, 64, 32, 4, 1, 2, 4, 4>, true, false>(table, p, ", 2 slices");
  add_rows<RowsForm<64, 128, 32, 64, 16, 3, 3, 1, 4, 4>, true, false>(table, p, "");
  add_rows<RowsForm<64, 128, 32, 64, 32, 3, 1, 2, 4, 4>, true, false>(table, p, ", 2 slices");
  add_rows<RowsForm<64, 128, 64, 64, 32, 4, 1, 4, 4, 4>, true, false>(table, p, ", 4 slices");
}

void add_edges(Products& table, const Problem& p) {
  add_fastest<64, 128, 32, 64, 4, 4, false>(table, p);
  add_rows<RowsForm<64, 128, 32, 64, 16, 3, 3, 1, 4, 4>, false, false>(table, p, "");
  add_rows<RowsForm<64, 128, 32, 64, 32, 3, 1, 2, 4, 4>, false, false>(table, p, ", 2 slices");
  add_rows<RowsForm<64, 128, 64, 64, 32, 4, 1, 4, 4, 4>, false, false>(table, p, ", 4 slices");
  add_rows<RowsForm<128, 128, 64, 64, 16, 3, 2, 1, 4, 4>, false, false>(table, p, "");
}

void add_odd(Products& table, const Problem& p) {
  add_fastest<64, 128, 32, 64, 4, 1, false>(table, p);
  add_rows<RowsForm<64, 128, 32, 64, 16, 3, 3, 1, 1, 1>, false, false>(table, p, ", with edges");
  if (p.side % 256 > kThin) return;
  add_rows<RowsForm<64, 128, 32, 64, 16, 3, 3, 1, 1, 1>, true, true>(table, p, ", thin edges");
  add_rows<RowsForm<128, 128, 64, 64, 16, 3, 2, 1, 1, 1, 1>, true, true>(table, p, ", thin edges");
  add_rows<RowsForm<128, 256, 64, 64, 16, 3, 1, 1, 1, 1, 1>, true, true>(table, p, ", thin edges");
}

void time_side(cublasHandle_t library, int side) {
  const size_t elements = size_t{static_cast<unsigned>(side)} * side;
  Problem p{side, device_array<float>(elements), device_array<float>(elements),
            device_array<float>(elements)};
  fill_at_random<<<1024, 256>>>(p.a, elements);
  fill_at_random<<<1024, 256>>>(p.b, elements);
  {
    // Sums reach a quarter of the side, and each addition may be off by 2⁻²⁴ of that.
    Products table(std::to_string(side), 2.0 * side * side * side, p.c, elements, side * 1e-5);
    table.add("cuBLAS", [=] {
      const float one = 1, zero = 0;
      cublasSgemm(library, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, p.b, side, p.a, side,
                  &zero, p.c, side);
    });
    if (side % 256 == 0) add_whole(table, p);
    if (side % 256 != 0 && side % 4 == 0) add_edges(table, p);
    if (side % 4 != 0) add_odd(table, p);
    table.print(kLaunches);
  }
  for (float* buffer : {p.a, p.b, p.c}) check(cudaFree(buffer), "cudaFree");
}

}  // namespace

int main(int argc, char** argv) {
  cublasHandle_t library;
  if (cublasCreate(&library) != CUBLAS_STATUS_SUCCESS) return std::puts("no cuBLAS or no GPU"), 1;
  cublasSetMathMode(library, CUBLAS_PEDANTIC_MATH);
  std::vector<int> sides = {1000, 1024, 2048, 4096, 4097, 8192};
  if (argc > 1) sides.clear();
  for (int i = 1; i < argc; ++i) sides.push_back(std::atoi(argv[i]));
  for (const int side : sides) time_side(library, side);
}
