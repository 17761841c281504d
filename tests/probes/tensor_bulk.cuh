// The same tiles brought by TMA (compute capability 9.0): one thread asks for a whole box of a
// matrix, whose rows of 128 bytes the hardware swizzles as place_of_chunk() would; an mbarrier a
// stage says that it is there, another that it is read. In a cluster of two, blocks one below the
// other read the same tile of B: each asks for half of it, for both (multicast).
//
// Warplens' machine has no clusters: unlike the forms by cp.async these run on GPUs alone.
#pragma once

#include <cuda.h>

#include "tensor_tiles.cuh"

__device__ inline void wait_for_phase(unsigned barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred there;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 there, [%0], %1;\n"
      " @!there bra again;\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

template <class F, int kCluster>
struct BulkCopies {
  static_assert(F::depth == 64, "rows of 128 bytes");
  static_assert(F::panels % kCluster == 0);
  static constexpr int kFirstBarrier = F::shared_bytes;
  static constexpr int shared_bytes = kFirstBarrier + 2 * F::stages * 8;
  static constexpr int kAsk = F::turns / 4;  // by this turn the other warps have read the last step

  const CUtensorMap *a, *b;
  unsigned shared, rank;
  int tiles_down, tiles_across, steps;
  int tile, step;                     // asked for next
  unsigned all, asked = 0, read = 0;  // steps: of all this block's tiles, so far
  int stage_asked = 0, stage_read = 0;

  __device__ int tiles() const { return (tiles_down + kCluster - 1) / kCluster * tiles_across; }
  __device__ int first() const { return blockIdx.x / kCluster; }
  __device__ int apart() const { return gridDim.x / kCluster; }
  __device__ TileOfC place(int of_tile) const {
    const TileOfC at =
        place_of_tile<F>(of_tile, (tiles_down + kCluster - 1) / kCluster, tiles_across);
    const int row = at.row * kCluster + static_cast<int>(rank) * F::rows;
    return {row, at.col, row, at.col};
  }
  __device__ unsigned full(int stage) const { return shared + kFirstBarrier + stage * 8; }
  __device__ unsigned empty(int stage) const { return full(stage) + F::stages * 8; }

  __device__ void begin() {
    rank = blockIdx.x % kCluster;
    tile = first();
    step = 0;
    all = tile < tiles() ? ((tiles() - tile - 1) / apart() + 1) * steps : 0;
    if (threadIdx.x == 0) {
      for (int s = 0; s < F::stages; ++s) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full(s)) : "memory");
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(empty(s)),
                     "r"(kCluster * F::warps)
                     : "memory");
      }
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    meet();
    if (threadIdx.x == 0) {
      for (int s = 0; s < F::stages - 1; ++s) ask();
    }
    if (all > 0) wait_for_phase(full(0), 0);
  }
  // All threads of the cluster.
  __device__ static void meet() {
    if constexpr (kCluster == 1) {
      __syncthreads();
    } else {
      asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
      asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    }
  }
  __device__ void copy_box(const CUtensorMap* map, unsigned to, int col, int row, bool for_all) {
    if (kCluster > 1 && for_all) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
          ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
          "l"(map), "r"(col), "r"(row), "r"(full(stage_asked)),
          "h"(static_cast<unsigned short>((1 << kCluster) - 1))
          : "memory");
    } else {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
          " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
          "l"(map), "r"(col), "r"(row), "r"(full(stage_asked))
          : "memory");
    }
  }
  // One thread: the next step's tiles, as soon as nobody reads what they take the place of.
  __device__ void ask() {
    if (tile >= tiles()) return;
    if (asked >= F::stages) wait_for_phase(empty(stage_asked), (asked / F::stages - 1) & 1);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full(stage_asked)),
                 "r"(F::stage_bytes)
                 : "memory");
    const TileOfC at = place(tile);
    const unsigned to = shared + stage_asked * F::stage_bytes;
    copy_box(a, to, step * F::depth, at.row, false);
    constexpr int kOwn = F::panels / kCluster;
#pragma unroll
    for (int p = 0; p < kOwn; ++p) {
      const int panel = rank * kOwn + p;
      copy_box(b, to + F::bytes_a + panel * F::panel_bytes, at.col + panel * 64, step * F::depth,
               true);
    }
    ++asked;
    stage_asked = stage_asked + 1 == F::stages ? 0 : stage_asked + 1;
    if (++step == steps) {
      step = 0;
      tile += apart();
    }
  }
  template <int kTurn>
  __device__ void at_turn() {
    if (kTurn == kAsk && threadIdx.x == 0) ask();
  }
  __device__ void next_tiles() {
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
#pragma unroll
      for (int r = 0; r < kCluster; ++r) {
        if constexpr (kCluster == 1) {
          asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(empty(stage_read))
                       : "memory");
        } else {
          asm volatile(
              "{\n .reg .b32 there;\n mapa.shared::cluster.u32 there, %0, %1;\n"
              " mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(empty(stage_read)),
              "r"(r)
              : "memory");
        }
      }
    }
    ++read;
    stage_read = stage_read + 1 == F::stages ? 0 : stage_read + 1;
    if (read < all) wait_for_phase(full(stage_read), read / F::stages & 1);
  }
  // Nobody leaves while another block of the cluster may still arrive at its barriers.
  __device__ void end() {
    if constexpr (kCluster > 1) meet();
  }
};

// As tensor_tiles, of any m, n and k of which rows start on 16 bytes: beyond the edges TMA brings
// zeros. a: boxes of 64 × F::rows, b: of 64 × 64, both swizzled by 128 bytes.
template <class F, int kCluster>
__global__ void __cluster_dims__(kCluster, 1, 1) __launch_bounds__(F::threads, F::blocks)
    tensor_bulk(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                float* __restrict__ c, int m, int n, int k) {
  extern __shared__ __align__(1024) unsigned char tiles_of_steps[];
  BulkCopies<F, kCluster> copies;
  copies.a = &a, copies.b = &b;
  copies.shared = static_cast<unsigned>(__cvta_generic_to_shared(tiles_of_steps));
  copies.tiles_down = (m + F::rows - 1) / F::rows;
  copies.tiles_across = (n + F::cols - 1) / F::cols;
  copies.steps = (k + F::depth - 1) / F::depth;
  multiply<F>(copies, c, m, n, copies.shared);
  copies.end();
}
