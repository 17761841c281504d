// The rungs of tensor_gemm that use wgmma, and what TMA and clusters would give beside them and
// cublasGemmEx: f16 in, f32 sums. docs/ladders/tensor_gemm.md has what it said.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o tensor_warpgroups
//     tests/probes/tensor_warpgroups.cu -lcublas && ./tensor_warpgroups 2048 4096 8192
//
// It prints, a size, TFLOP/s by the median of 30 launches in turns, the share of cuBLAS's, and the
// largest difference from its result.
#include <cublas_v2.h>

#include "side_by_side_products.cuh"
#include "tensor_map.cuh"
#include "tensor_warpgroups.cuh"

namespace tall {
#include "../../kernels/catalog/tensor_gemm/tall_tiles.cu"
}
namespace warpgroups {
#include "../../kernels/catalog/tensor_gemm/warpgroups.cu"
}

namespace {

constexpr int kLaunches = 30;

struct Problem {
  int side, multiprocessors;
  unsigned short *a, *b;
  float* c;
};

int tiles_of(int side, int of) { return (side + of - 1) / of; }

template <class Kernel>
void add(Products& table, const Problem& p, const char* name, Kernel kernel, dim3 grid, int threads,
         int bytes) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), name);
  table.add(name, [=] { kernel<<<grid, threads, bytes>>>(p.a, p.b, p.c, p.side, p.side, p.side); });
}

template <int kCluster>
void add_tma(Products& table, const Problem& p, bool walks) {
  constexpr int kBytes = producer::kStages * producer::kPairBytes;
  const auto kernel = producer::by_tma<kCluster>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes), "bytes");
  const CUtensorMap a = half_boxes(p.a, p.side, p.side, p.side, producer::kTileRows),
                    b = half_boxes(p.b, p.side, p.side, p.side, 64);
  const int all = tiles_of(p.side, kCluster * producer::kTileRows) * kCluster *
                  tiles_of(p.side, producer::kTileCols);
  const int grid = walks ? std::min(all, p.multiprocessors / kCluster * kCluster) : all;
  table.add("TMA, a cluster of " + std::to_string(kCluster) + (walks ? ", walking" : ""), [=] {
    kernel<<<grid, producer::kThreads, kBytes>>>(a, b, p.c, p.side, p.side, p.side);
  });
}

// Sides are multiples of 256.
void add_all(Products& table, const Problem& p) {
  const dim3 tall_grid(tiles_of(p.side, tall::kTileCols), tiles_of(p.side, tall::kTileRows));
  const dim3 grid(tiles_of(p.side, warpgroups::kTileCols), tiles_of(p.side, warpgroups::kTileRows));
  const int tiles = static_cast<int>(grid.x * grid.y);
  constexpr int kBytes = producer::kStages * producer::kPairBytes;
  add(table, p, "tall_tiles", tall::tensor_gemm_tall_tiles<0, true, true>, tall_grid,
      tall::kThreads, tall::kStages * tall::kPairBytes);
  add(table, p, "warpgroups", warpgroups::tensor_gemm_warpgroups<0, true, true>, grid,
      warpgroups::kThreads, warpgroups::kStages * warpgroups::kPairBytes);
  add(table, p, "producer, a block a tile", producer::tensor_gemm_producer<0, true, true>, tiles,
      producer::kThreads, kBytes);
  add(table, p, "producer", producer::tensor_gemm_producer<0, true, true>,
      std::min(tiles, p.multiprocessors), producer::kThreads, kBytes);
  for (const bool walks : {false, true}) {
    add_tma<1>(table, p, walks);
    add_tma<2>(table, p, walks);
  }
}

void time_side(cublasHandle_t library, int side, int multiprocessors) {
  const size_t elements = size_t{static_cast<unsigned>(side)} * side;
  const Problem p{side, multiprocessors, device_array<unsigned short>(elements),
                  device_array<unsigned short>(elements), device_array<float>(elements)};
  fill_halves<<<1024, 256>>>(p.a, elements, 1);
  fill_halves<<<1024, 256>>>(p.b, elements, 77777);
  Products table(std::to_string(side), 2.0 * side * side * side, p.c, elements, 1e-2);
  table.add("cuBLAS", [=] {
    const float one = 1, zero = 0;
    cublasGemmEx(library, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, p.b, CUDA_R_16F, side,
                 p.a, CUDA_R_16F, side, &zero, p.c, CUDA_R_32F, side, CUBLAS_COMPUTE_32F,
                 CUBLAS_GEMM_DEFAULT);
  });
  add_all(table, p);
  table.print(kLaunches);
  for (void* buffer : {static_cast<void*>(p.a), static_cast<void*>(p.b), static_cast<void*>(p.c)})
    check(cudaFree(buffer), "cudaFree");
}

}  // namespace

int main(int argc, char** argv) {
  cublasHandle_t library;
  if (cublasCreate(&library) != CUBLAS_STATUS_SUCCESS) return std::puts("no cuBLAS or no GPU"), 1;
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0), "properties");
  for (int i = 1; i < argc; ++i) {
    const int side = std::atoi(argv[i]);
    if (side < 256 || side % 256 != 0) return std::puts("sides are multiples of 256"), 1;
    time_side(library, side, device.multiProcessorCount);
  }
}
