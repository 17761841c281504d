// tensor_gemm/producer with TMA (compute capability 9.0): one thread asks for a whole box of a
// matrix, whose rows of 128 bytes the hardware swizzles, and an mbarrier counts its bytes. In a
// cluster of two, blocks one below the other read the same tile of B: each asks for half of it, for
// both (multicast).
//
// Warplens' machine has no clusters: these run on GPUs alone. What they share with the catalogue's
// kernel is taken from it; tensor_gemm/tma is by_tma<1> with a block a tile.
#pragma once

#include <cuda.h>

namespace producer {
#include "../../kernels/catalog/tensor_gemm/producer.cu"

template <int kCluster>
struct Cluster {
  // All threads of the cluster.
  __device__ static void meet() {
    if constexpr (kCluster == 1) return __syncthreads();
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  }
  // At the same barrier of every block of the cluster.
  __device__ static void arrive_at_all(unsigned barrier) {
    if constexpr (kCluster == 1) return arrive(barrier);
#pragma unroll
    for (int rank = 0; rank < kCluster; ++rank) {
      asm volatile(
          "{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
          " mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(barrier),
          "r"(rank)
          : "memory");
    }
  }
  __device__ static void copy_box(const CUtensorMap* map, unsigned to, int col, int row,
                                  unsigned barrier, bool for_all) {
    if (kCluster > 1 && for_all) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
          ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
          "l"(map), "r"(col), "r"(row), "r"(barrier),
          "h"(static_cast<unsigned short>((1 << kCluster) - 1))
          : "memory");
    } else {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
          " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
          "l"(map), "r"(col), "r"(row), "r"(barrier)
          : "memory");
    }
  }
};

// Rows of a and b start on 16 bytes; beyond the edges TMA brings zeros. a: boxes of 64 × kTileRows,
// b: of 64 × 64, both swizzled by 128 bytes. Any grid of whole clusters.
template <int kCluster>
__global__ void __cluster_dims__(kCluster, 1, 1) __launch_bounds__(kThreads, 1)
    by_tma(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
           float* __restrict__ c, int m, int n, int k) {
  using Blocks = Cluster<kCluster>;
  extern __shared__ __align__(1024) uint4 tiles[];
  __shared__ alignas(8) unsigned long long barriers[2 * kStages];
  const unsigned shared = __cvta_generic_to_shared(tiles);
  const unsigned full = __cvta_generic_to_shared(barriers);
  const unsigned empty = full + kStages * sizeof(barriers[0]);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      begin_barrier(full + stage * sizeof(barriers[0]), 1);
      begin_barrier(empty + stage * sizeof(barriers[0]), kCluster * kMultiply);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  Blocks::meet();

  const int rank = blockIdx.x % kCluster, first = blockIdx.x / kCluster;
  const int apart = gridDim.x / kCluster;
  const int across = (n + kTileCols - 1) / kTileCols;
  const int down = (m + kCluster * kTileRows - 1) / (kCluster * kTileRows);
  const int steps = (k + kSteps - 1) / kSteps;
  const int warpgroup = threadIdx.x / kWarpgroup, thread = threadIdx.x % kWarpgroup;
  Place at;
  if (warpgroup == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegistersToCopy));
    for (int tile = first; thread == 0 && tile < across * down; tile += apart) {
      const int2 place = place_of(tile, across, down);
      const int row = (place.y * kCluster + rank) * kTileRows, col = place.x * kTileCols;
      for (int step = 0; step < steps; ++step) {
        wait_for_phase(empty + at.stage * sizeof(barriers[0]), at.parity ^ 1);
        const unsigned barrier = full + at.stage * sizeof(barriers[0]);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                     "r"(kPairBytes)
                     : "memory");
        const unsigned to = shared + at.stage * kPairBytes;
        Blocks::copy_box(&a, to, step * kSteps, row, barrier, false);
#pragma unroll
        for (int own = 0; own < kPanels / kCluster; ++own) {
          const int panel = rank * (kPanels / kCluster) + own;
          Blocks::copy_box(&b, to + kTileBytesA + panel * kPanelBytes, col + panel * 64,
                           step * kSteps, barrier, true);
        }
        at.step();
      }
    }
    return Blocks::meet();
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegistersToMultiply));
  const int own_row = (warpgroup - 1) * kOwnRows;
  const int lane = thread % 32, lane_row = own_row + thread / 32 * 16 + lane / 4;
  for (int tile = first; tile < across * down; tile += apart) {
    float sum[kSums] = {};
    int read = 0;
    for (int step = 0; step < steps; ++step) {
      wait_for_phase(full + at.stage * sizeof(barriers[0]), at.parity);
      const unsigned tile_a = shared + at.stage * kPairBytes + own_row * kRowBytes;
      const unsigned tile_b = shared + at.stage * kPairBytes + kTileBytesA;
      const unsigned long long rows = describe(tile_a, 0), columns = describe(tile_b, kPanelBytes);
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int part = 0; part < kParts; ++part) {
        multiply_add<0>(sum, rows + part * 2, columns + part * 16 * kRowBytes / 16);
      }
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      wait_for_sums<1>();
      if (step > 0 && thread == 0) Blocks::arrive_at_all(empty + read * sizeof(barriers[0]));
      read = at.stage;
      at.step();
    }
    wait_for_sums<0>();
    if (thread == 0) Blocks::arrive_at_all(empty + read * sizeof(barriers[0]));
    const int2 place = place_of(tile, across, down);
    store<true>(c, sum, m, n, (place.y * kCluster + rank) * kTileRows + lane_row,
                place.x * kTileCols + lane % 4 * 2, 0, 0);
  }
  // Nobody leaves while another block of the cluster may still arrive at its barriers.
  Blocks::meet();
}

}  // namespace producer
