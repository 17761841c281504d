// Candidates for what comes after tensor_gemm/wide_tiles, beside it, tall_tiles and cublasGemmEx:
// f16 in, f32 sums. Those by cp.async are right in Warplens' machine, too
// (tests/probes/check_forms.py); docs/ladders/tensor_gemm.md has what was measured.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o tensor_tiles
//     tests/probes/tensor_tiles.cu -lcublas
//   ./tensor_tiles                    1024 2048 4096 4097 8192; or those that are named
//
// It prints, a size: TFLOP/s by the median of 30 launches in turns, the share of cuBLAS's, and the
// largest difference from its result; at sizes whose rows do not start on 16 bytes with the copies
// to rows that do. Counted, for 1,024 multiply-adds of a block:
//
//                                     bytes from L2     wavefronts of shared memory
//   128 × 256, 64 × 64 a warp              24                0.69
//   192 × 256, 96 × 64 a warp              18.7              0.56
//   128 × 256, a cluster of two            16                0.69
//   192 × 256, a cluster of two            13.3              0.56
#include <cublas_v2.h>

#include "side_by_side_products.cuh"
#include "tensor_bulk.cuh"
#include "tensor_map.cuh"

namespace before {
#include "../../kernels/catalog/tensor_gemm/wide_tiles.cu"
}
namespace tall {
#include "../../kernels/catalog/tensor_gemm/tall_tiles.cu"
}

namespace {

constexpr int kLaunches = 30;

struct Problem {
  int side, depth;  // terms of a sum: the side, or more with zeros
  int pitch_a, pitch_b;
  unsigned short *a, *b;
  float* c;
  int multiprocessors;
};

// `rows` × `cols` elements, and zeros behind and below them.
__global__ void pad(const unsigned short* from, int rows, int cols, unsigned short* to, int to_rows,
                    int to_cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= to_cols) return;
  for (int row = blockIdx.y; row < to_rows; row += gridDim.y) {
    const bool inside = row < rows && col < cols;
    to[size_t{static_cast<unsigned>(row)} * to_cols + col] =
        inside ? from[size_t{static_cast<unsigned>(row)} * cols + col] : 0;
  }
}

using Before = std::function<void()>;  // what is timed with the product

template <class F>
std::string name_of() {
  return std::to_string(F::rows) + "x" + std::to_string(F::cols) + " depth " +
         std::to_string(F::depth) + ", " + std::to_string(F::stages) + " stages, " +
         std::to_string(F::ahead) + " ahead";
}

template <class F>
int tiles_of(const Problem& p) {
  return (p.side + F::rows - 1) / F::rows * ((p.side + F::cols - 1) / F::cols);
}

template <class F, bool kWhole>
void add_tiles(Products& table, const Problem& p, const Before& before) {
  const auto kernel = tensor_tiles<F, kWhole>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, F::shared_bytes),
        "shared");
  const int tiles = tiles_of<F>(p);
  for (const bool walks : {false, true}) {
    const int grid = walks ? std::min(tiles, p.multiprocessors * F::blocks) : tiles;
    table.add("tiles " + name_of<F>() + (walks ? ", walking" : ""), [=] {
      before();
      kernel<<<grid, F::threads, F::shared_bytes>>>(p.a, p.b, p.c, p.side, p.side, p.depth,
                                                    p.pitch_a, p.pitch_b);
    });
  }
}

template <class F>
void add_tiles_of(Products& table, const Problem& p, const Before& before) {
  const bool is_whole = p.side >= F::rows && p.side >= F::cols && p.depth % F::depth == 0;
  return is_whole ? add_tiles<F, true>(table, p, before) : add_tiles<F, false>(table, p, before);
}

template <class F, int kCluster>
void add_bulk(Products& table, const Problem& p, const Before& before) {
  const auto kernel = tensor_bulk<F, kCluster>;
  constexpr int kBytes = BulkCopies<F, kCluster>::shared_bytes;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
        "shared");
  const CUtensorMap a = half_boxes(p.a, p.side, p.depth, p.pitch_a, F::rows);
  const CUtensorMap b = half_boxes(p.b, p.depth, p.side, p.pitch_b, F::depth);
  const int down = (p.side + F::rows - 1) / F::rows, across = (p.side + F::cols - 1) / F::cols;
  const int all = (down + kCluster - 1) / kCluster * kCluster * across;
  for (const bool walks : {false, true}) {
    const int grid =
        walks ? std::min(all, p.multiprocessors / kCluster * kCluster * F::blocks) : all;
    const std::string how =
        std::string(kCluster > 1 ? ", cluster" : "") + (walks ? ", walking" : "");
    table.add("TMA " + name_of<F>() + how, [=] {
      before();
      kernel<<<grid, F::threads, kBytes>>>(a, b, p.c, p.side, p.side, p.depth);
    });
  }
}

void add_candidates(Products& table, const Problem& p, const Before& before) {
  add_tiles_of<TensorForm<128, 256, 64, 64, 64, 3, 1, 2>>(table, p, before);
  add_tiles_of<TensorForm<128, 256, 64, 64, 64, 4, 1, 4>>(table, p, before);
  add_tiles_of<TensorForm<256, 128, 64, 64, 64, 3, 1, 2>>(table, p, before);
  add_tiles_of<TensorForm<192, 256, 96, 64, 64, 3, 1, 2>>(table, p, before);
  add_tiles_of<TensorForm<192, 256, 96, 64, 32, 6, 1, 2>>(table, p, before);
  add_tiles_of<TensorForm<128, 128, 64, 64, 64, 3, 2, 4>>(table, p, before);
  add_bulk<TensorForm<128, 256, 64, 64, 64, 4, 1, 4>, 1>(table, p, before);
  add_bulk<TensorForm<128, 256, 64, 64, 64, 4, 1, 4>, 2>(table, p, before);
  add_bulk<TensorForm<192, 256, 96, 64, 64, 4, 1, 2>, 1>(table, p, before);
  add_bulk<TensorForm<192, 256, 96, 64, 64, 4, 1, 2>, 2>(table, p, before);
}

void add_wide_tiles(Products& table, const Problem& p) {
  constexpr int kBytes = before::kStages * before::kRows * before::kGroups * 16;
  check(cudaFuncSetAttribute(before::tensor_gemm_wide_tiles<0>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
        "shared");
  const dim3 grid((p.side + 255) / 256, (p.side + 127) / 128);
  table.add("wide_tiles", [=] {
    before::tensor_gemm_wide_tiles<0>
        <<<grid, before::kThreads, kBytes>>>(p.a, p.b, p.c, p.side, p.side, p.side);
  });
}

template <bool kAligned, bool kWhole>
void add_tall_tiles(Products& table, const Problem& p) {
  constexpr int kBytes = tall::kStages * tall::kPairBytes;
  const auto kernel = tall::tensor_gemm_tall_tiles<0, kAligned, kWhole>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes),
        "shared");
  const dim3 grid((p.side + 255) / 256, (p.side + 191) / 192);
  table.add("tall_tiles", [=] {
    kernel<<<grid, tall::kThreads, kBytes>>>(p.a, p.b, p.c, p.side, p.side, p.side);
  });
}

void time_side(cublasHandle_t library, int side, int multiprocessors) {
  const size_t elements = size_t{static_cast<unsigned>(side)} * side;
  Problem p{side,
            side,
            side,
            side,
            device_array<unsigned short>(elements),
            device_array<unsigned short>(elements),
            device_array<float>(elements),
            multiprocessors};
  const bool is_aligned = side % 8 == 0;
  Problem wide = p;  // with rows that start on 16 bytes
  if (!is_aligned) {
    wide.depth = wide.pitch_a = (side + 63) / 64 * 64;
    wide.pitch_b = (side + 7) / 8 * 8;
    wide.a = device_array<unsigned short>(size_t{static_cast<unsigned>(side)} * wide.pitch_a);
    wide.b = device_array<unsigned short>(size_t{static_cast<unsigned>(wide.depth)} * wide.pitch_b);
  }
  fill_halves<<<1024, 256>>>(p.a, elements, 1);
  fill_halves<<<1024, 256>>>(p.b, elements, 77777);
  {
    // Sums reach about √(k / 9); each may be off by 2⁻²³ of that for every few terms.
    Products table(std::to_string(side), 2.0 * side * side * side, p.c, elements, 1e-2);
    table.add("cuBLAS", [=] {
      const float one = 1, zero = 0;
      cublasGemmEx(library, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, p.b, CUDA_R_16F, side,
                   p.a, CUDA_R_16F, side, &zero, p.c, CUDA_R_32F, side, CUBLAS_COMPUTE_32F,
                   CUBLAS_GEMM_DEFAULT);
    });
    add_wide_tiles(table, p);
    if (side % 64 == 0 && side >= 256) {
      add_tall_tiles<true, true>(table, p);
    } else if (is_aligned) {
      add_tall_tiles<true, false>(table, p);
    } else {
      add_tall_tiles<false, false>(table, p);
    }
    if (is_aligned) {
      add_candidates(table, p, [] {});
    } else {
      add_candidates(table, wide, [=] {
        const dim3 grid((wide.pitch_a + 255) / 256, 1024);
        pad<<<grid, 256>>>(p.a, side, side, wide.a, side, wide.pitch_a);
        pad<<<grid, 256>>>(p.b, side, side, wide.b, wide.depth, wide.pitch_b);
      });
    }
    table.print(kLaunches);
  }
  for (void* buffer : {p.a, p.b}) check(cudaFree(buffer), "cudaFree");
  check(cudaFree(p.c), "cudaFree");
  if (is_aligned) return;
  for (void* buffer : {wide.a, wide.b}) check(cudaFree(buffer), "cudaFree");
}

}  // namespace

int main(int argc, char** argv) {
  cublasHandle_t library;
  if (cublasCreate(&library) != CUBLAS_STATUS_SUCCESS) return std::puts("no cuBLAS or no GPU"), 1;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "properties");
  std::vector<int> sides = {1024, 2048, 4096, 4097, 8192};
  if (argc > 1) sides.clear();
  for (int i = 1; i < argc; ++i) sides.push_back(std::atoi(argv[i]));
  for (const int side : sides) time_side(library, side, device.multiProcessorCount);
}
