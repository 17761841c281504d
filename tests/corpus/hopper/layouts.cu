// Kernels by an algebra of layouts, in the style of CuTe and CUTLASS: where elements lie and who
// has them are types, computed while the kernel is compiled. Clusters by cooperative groups, copies
// by libcu++.
// nvcc: -arch=compute_90a -std=c++17
#include "layouts.cuh"

// --- tf32: c = a bᵀ; a: m × k, b: n × k

__global__ void __launch_bounds__(128)
    tf32_product(const float* a, const float* b, float* c, int n, int k) {
  using LayoutA = Sw128<64>;
  using LayoutB = Sw128<32>;
  __shared__ alignas(1024) char tile_a[64 * 128], tile_b[32 * 128];
  float d[16] = {};
  for (int k0 = 0; k0 < k; k0 += 32) {
    copy_tile<LayoutA, 8>(tile_a, a + blockIdx.y * 64 * k + k0, k * 4);
    copy_tile<LayoutB, 8>(tile_b, b + blockIdx.x * 32 * k + k0, k * 4);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    gemm<SM90_64x32x8_F32TF32TF32_SS_TN, 128>(tile_a, tile_b, LayoutType::b128, d);
    __syncthreads();
  }
  for (int v = 0; v < 16; ++v) {
    const int at = Accumulators<32>::of(threadIdx.x + v * 128);
    c[(blockIdx.y * 64 + at % 64) * n + blockIdx.x * 32 + at / 64] = d[v];
  }
}
__global__ void plain_tf32(const float* a, const float* b, float* c, int n, int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum = fmaf(a[y * k + i], b[x * k + i], sum);
  c[y * n + x] = sum;
}

// --- 8-bit integers, tiles of 64-byte rows ahead in registers; results are scaled, rounded,
// saturated

__global__ void __launch_bounds__(128)
    int8_product(const int8_t* a, const int8_t* b, const float* scales, int8_t* c, int n, int k) {
  using LayoutA = Sw64<64>;
  using LayoutB = Sw64<32>;
  __shared__ alignas(1024) char tile_a[64 * 64], tile_b[32 * 64];
  const int row = threadIdx.x / 4, vector = threadIdx.x % 4;
  const int8_t* from_a = a + (blockIdx.y * 64 + row) * k + vector * 16;
  const int8_t* from_b = b + (blockIdx.x * 32 + row) * k + vector * 16;
  uint4 next[3];
  const auto fetch = [&](int k0) {
    next[0] = *reinterpret_cast<const uint4*>(from_a + k0);
    next[1] = *reinterpret_cast<const uint4*>(from_a + 32 * k + k0);
    next[2] = *reinterpret_cast<const uint4*>(from_b + k0);
  };
  fetch(0);
  int d[16] = {};
  for (int k0 = 0; k0 < k; k0 += 64) {
    *reinterpret_cast<uint4*>(tile_a + LayoutA::at(row, vector)) = next[0];
    *reinterpret_cast<uint4*>(tile_a + LayoutA::at(row + 32, vector)) = next[1];
    *reinterpret_cast<uint4*>(tile_b + LayoutB::at(row, vector)) = next[2];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (k0 + 64 < k) fetch(k0 + 64);
    gemm<SM90_64x32x32_S32S8S8_SS_TN, 64>(tile_a, tile_b, LayoutType::b64, d);
    __syncthreads();
  }
  for (int v = 0; v < 16; ++v) {
    const int at = Accumulators<32>::of(threadIdx.x + v * 128), column = blockIdx.x * 32 + at / 64;
    int rounded;
    asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(rounded) : "f"(__int2float_rn(d[v]) * scales[column]));
    c[(blockIdx.y * 64 + at % 64) * n + column] = static_cast<int8_t>(rounded);
  }
}
__global__ void plain_int8(const int8_t* a, const int8_t* b, const float* scales, int8_t* c, int n,
                           int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  int sum = 0;
  for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[x * k + i];
  const float scaled = rintf(static_cast<float>(sum) * scales[x]);
  c[y * n + x] = static_cast<int8_t>(scaled > 127 ? 127 : scaled < -128 ? -128 : scaled);
}

// --- two of four: a is pruned to its two largest of each four and compressed in registers; mma.sp

// Two bits each of the places of the two largest magnitudes, in order; of equal ones the first.
__device__ uint32_t largest_two(const __half (&x)[4]) {
  int best = 0, next = -1;
  for (int i = 1; i < 4; ++i)
    if (__hgt(__habs(x[i]), __habs(x[best]))) best = i;
  for (int i = 0; i < 4; ++i)
    if (i != best && (next < 0 || __hgt(__habs(x[i]), __habs(x[next])))) next = i;
  return min(best, next) | max(best, next) << 2;
}
// A register of stored elements, and their places.
__device__ uint32_t compress(const __half* from, uint32_t& places) {
  __half x[4];
  *reinterpret_cast<uint2*>(x) = *reinterpret_cast<const uint2*>(from);
  places = largest_two(x);
  const half2 stored = __halves2half2(x[places & 3], x[places >> 2]);
  return *reinterpret_cast<const uint32_t*>(&stored);
}
// c = pruned(a) bᵀ; a: m × k, b: n × k, both f16, n a multiple of 8, k of 32. A warp has
// 16 rows.
__global__ void sparse_product(const __half* a, const __half* b, float* c, int n, int k) {
  const int lane = threadIdx.x % 32, group = lane / 4, member = lane % 4;
  const int row0 = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 16;
  for (int column0 = 0; column0 < n; column0 += 8) {
    float d[4] = {};
    for (int k0 = 0; k0 < k; k0 += 32) {
      uint32_t stored[4], metadata[2] = {};
      for (int i = 0; i < 4; ++i) {
        uint32_t places;
        stored[i] =
            compress(a + (row0 + group + i % 2 * 8) * k + k0 + i / 2 * 16 + member * 4, places);
        metadata[i / 2] |= places << (i % 2 * 16 + member * 4);
      }
      for (uint32_t& word : metadata) {
        word |= __shfl_xor_sync(~0u, word, 1);
        word |= __shfl_xor_sync(~0u, word, 2);
      }
      const uint32_t* from_b =
          reinterpret_cast<const uint32_t*>(b + (column0 + group) * k + k0) + member;
      asm volatile(
          "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0, %1, %2, "
          "%3}, "
          "{%4, %5, %6, %7}, {%8, %9, %10, %11}, {%0, %1, %2, %3}, %12, 0x0;"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(stored[0]), "r"(stored[1]), "r"(stored[2]), "r"(stored[3]), "r"(from_b[0]),
            "r"(from_b[4]), "r"(from_b[8]), "r"(from_b[12]), "r"(metadata[member % 2]));
    }
    for (int i = 0; i < 4; ++i)
      c[(row0 + group + i / 2 * 8) * n + column0 + member * 2 + i % 2] = d[i];
  }
}
__global__ void plain_sparse(const __half* a, const __half* b, float* c, int n, int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < k; i += 4) {
    for (int j = 0; j < 4; ++j) {
      const float mine = fabsf(__half2float(a[y * k + i + j]));
      int larger = 0;  // or as large and before
      for (int other = 0; other < 4; ++other) {
        const float its = fabsf(__half2float(a[y * k + i + other]));
        larger += its > mine || (its == mine && other < j);
      }
      if (larger < 2)
        sum = fmaf(__half2float(a[y * k + i + j]), __half2float(b[x * k + i + j]), sum);
    }
  }
  c[y * n + x] = sum;
}

// --- stream-K by wmma: warps share out all steps of all tiles evenly; who has a tile's last step
// waits for the parts of those before

__global__ void stream_k(const __half* a, const __half* b, float* c, float* parts, int* ready,
                         int m, int n, int k) {
  namespace wmma = nvcuda::wmma;
  const int per_tile = k / 16, steps = m / 16 * (n / 16) * per_tile;
  const int each = (steps + gridDim.x - 1) / gridDim.x;
  const int end = min(steps, int(blockIdx.x + 1) * each);
  for (int step = blockIdx.x * each; step < end;) {
    const int tile = step / per_tile, tile_end = min(end, (tile + 1) * per_tile);
    const int row = tile / (n / 16) * 16, column = tile % (n / 16) * 16;
    const int first = step;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (; step < tile_end; ++step) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
      const int k0 = step % per_tile * 16;
      wmma::load_matrix_sync(fa, a + row * k + k0, k);
      wmma::load_matrix_sync(fb, b + k0 * n + column, n);
      wmma::mma_sync(sum, fa, fb, sum);
    }
    if (tile_end % per_tile != 0) {
      wmma::store_matrix_sync(parts + blockIdx.x * 256, sum, 16, wmma::mem_row_major);
      __syncwarp();
      if (threadIdx.x == 0)
        cuda::atomic_ref<int, cuda::thread_scope_device>(ready[blockIdx.x])
            .store(1, cuda::memory_order_release);
      continue;
    }
    for (int other = tile * per_tile / each; other < int(blockIdx.x) && first % per_tile != 0;
         ++other) {
      if (threadIdx.x == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[other]);
        while (flag.load(cuda::memory_order_acquire) == 0) {
        }
      }
      __syncwarp();
      wmma::fragment<wmma::accumulator, 16, 16, 16, float> part;
      wmma::load_matrix_sync(part, parts + other * 256, 16, wmma::mem_row_major);
      for (int i = 0; i < part.num_elements; ++i) sum.x[i] += part.x[i];
    }
    wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
  }
}
__global__ void plain_stream_k(const __half* a, const __half* b, float* c, float*, int*, int m,
                               int n, int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum = fmaf(__half2float(a[y * k + i]), __half2float(b[i * n + x]), sum);
  c[y * n + x] = sum;
}

// --- a cluster's blocks share a row: sums of squares by distributed shared memory

__global__ void __cluster_dims__(4, 1, 1)
    cluster_rms_norm(const float* x, const float* weight, float* y, int columns) {
  __shared__ float per_warp[8], of_block;
  cg::cluster_group cluster = cg::this_cluster();
  cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int part = columns / cluster.num_blocks();
  const int first = blockIdx.x / cluster.num_blocks() * columns + cluster.block_rank() * part;
  float squares = 0;
  for (int i = block.thread_rank(); i < part; i += block.size())
    squares = fmaf(x[first + i], x[first + i], squares);
  for (int step = warp.size() / 2; step > 0; step /= 2) squares += warp.shfl_xor(squares, step);
  if (warp.thread_rank() == 0) per_warp[warp.meta_group_rank()] = squares;
  block.sync();
  if (block.thread_rank() == 0) {
    float sum = 0;
    for (unsigned i = 0; i < warp.meta_group_size(); ++i) sum += per_warp[i];
    of_block = sum;
  }
  cluster.sync();
  float total = 0;
  for (unsigned i = 0; i < cluster.num_blocks(); ++i)
    total += *cluster.map_shared_rank(&of_block, i);
  cluster.sync();
  const float by = __fdiv_rn(1.0f, __fsqrt_rn(total / columns + 1e-6f));
  for (int i = block.thread_rank(); i < part; i += block.size())
    y[first + i] = x[first + i] * by * weight[cluster.block_rank() * part + i];
}
__global__ void plain_rms_norm(const float* x, const float* weight, float* y, int columns) {
  const float* row = x + blockIdx.x * columns;
  float total = 0;
  for (int i = 0; i < columns; ++i) total += row[i] * row[i];
  const float by = __fdiv_rn(1.0f, __fsqrt_rn(total / columns + 1e-6f));
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    y[blockIdx.x * columns + i] = row[i] * by * weight[i];
}

// --- sums of rows: bulk copies on a cuda::barrier bring them, and a bulk reduction adds a block's
// sums

#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void __launch_bounds__(128)
    bulk_reduction(const float* rows, float* sums, int* extremes, int count) {
  constexpr int kColumns = 256, kAhead = 2;
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(128) float stage[kAhead][kColumns], own[kColumns];
  __shared__ alignas(16) int most[kColumns];
  __shared__ Barrier arrived[kAhead];
  if (threadIdx.x == 0) {
    for (Barrier& one : arrived) init(&one, blockDim.x);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  const auto fetch = [&](int turn) -> Barrier::arrival_token {
    const int row = blockIdx.x + turn * gridDim.x;
    if (threadIdx.x != 0 || row >= count) return arrived[turn % kAhead].arrive();
    cuda::device::experimental::cp_async_bulk_global_to_shared(
        stage[turn % kAhead], rows + row * kColumns, sizeof(stage[0]), arrived[turn % kAhead]);
    return cuda::device::barrier_arrive_tx(arrived[turn % kAhead], 1, sizeof(stage[0]));
  };
  const int turns = (count + gridDim.x - 1) / gridDim.x;
  float sum[2] = {}, top[2] = {};
  Barrier::arrival_token here = fetch(0);
  for (int turn = 0; turn < turns; ++turn) {
    Barrier::arrival_token next;
    if (turn + 1 < turns) next = fetch(turn + 1);
    arrived[turn % kAhead].wait(std::move(here));
    if (int(blockIdx.x + turn * gridDim.x) < count) {
      for (int i = 0; i < 2; ++i) {
        const float value = stage[turn % kAhead][threadIdx.x + i * 128];
        sum[i] += value;
        top[i] = fmaxf(top[i], value);
      }
    }
    __syncthreads();
    here = std::move(next);
  }
  for (int i = 0; i < 2; ++i) {
    own[threadIdx.x + i * 128] = sum[i];
    most[threadIdx.x + i * 128] = static_cast<int>(top[i]);
  }
  cuda::device::experimental::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(sums),
        "r"(cast_smem_ptr_to_uint(own)), "n"(sizeof(own))
        : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;" ::"l"(
                     extremes),
                 "r"(cast_smem_ptr_to_uint(most)), "n"(sizeof(most))
                 : "memory");
    cuda::device::experimental::cp_async_bulk_commit_group();
    cuda::device::experimental::cp_async_bulk_wait_group_read<0>();
  }
}
__global__ void plain_bulk_reduction(const float* rows, float* sums, int* extremes, int count) {
  float sum = 0, top = 0;
  for (int i = 0; i < count; ++i) {
    sum += rows[i * 256 + threadIdx.x];
    top = fmaxf(top, rows[i * 256 + threadIdx.x]);
  }
  sums[threadIdx.x] = sum;
  extremes[threadIdx.x] = static_cast<int>(top);
}

// --- a convolution of 3 × 3 as a product: TMA finds the pixels (im2col). x: images × height ×
// width × 64, filters: 32 × (3 × 3 × 64), y: pixels × 32

struct SM90_64x32x16_F32F16F16_SS_TN {
  using Sum = float;
  static constexpr int k_bytes = 32;
  __device__ static void fma(uint64_t a, uint64_t b, float (&d)[16]) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 " R16
                 ", %16, %17, 1, 1, 1, 0, 0;"
                 : OF_16("+f", d)
                 : "l"(a), "l"(b));
  }
};
__global__ void __launch_bounds__(128)
    im2col_convolution(const __grid_constant__ CUtensorMap pixels,
                       const __grid_constant__ CUtensorMap weights, const __half*, const __half*,
                       float* y, int images, int height, int width) {
  __shared__ alignas(1024) char tile_x[64 * 128], tile_w[32 * 128];
  __shared__ alignas(8) uint64_t arrived;
  const uint32_t barrier = cast_smem_ptr_to_uint(&arrived);
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(
            barrier)
        : "memory");
  }
  __syncthreads();
  const int first = blockIdx.x * 64;
  const int w = first % width - 1, h = first / width % height - 1, image = first / (width * height);
  float d[16] = {};
  for (int tap = 0; tap < 9; ++tap) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                   "n"(96 * 128)
                   : "memory");
      asm volatile(
          "cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
          "[%0], [%1, "
          "{0, %2, %3, %4}], [%5], {%6, %7};" ::"r"(cast_smem_ptr_to_uint(tile_x)),
          "l"(&pixels), "r"(w), "r"(h), "r"(image), "r"(barrier), "h"(uint16_t(tap % 3)),
          "h"(uint16_t(tap / 3))
          : "memory");
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
          "[%1, {%2, "
          "0}], [%3];" ::"r"(cast_smem_ptr_to_uint(tile_w)),
          "l"(&weights), "r"(tap * 64), "r"(barrier)
          : "memory");
    }
    asm volatile(
        "{\n.reg .pred p;\nwaiting:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p "
        "bra waiting;\n}" ::"r"(barrier),
        "r"(tap & 1)
        : "memory");
    gemm<SM90_64x32x16_F32F16F16_SS_TN, 128>(tile_x, tile_w, LayoutType::b128, d);
    __syncthreads();
  }
  for (int v = 0; v < 16; ++v) {
    const int at = Accumulators<32>::of(threadIdx.x + v * 128), pixel = first + at % 64;
    if (pixel < images * height * width) y[pixel * 32 + at / 64] = d[v];
  }
}
__global__ void plain_convolution(const __grid_constant__ CUtensorMap,
                                  const __grid_constant__ CUtensorMap, const __half* x,
                                  const __half* filters, float* y, int images, int height,
                                  int width) {
  const int pixel = blockIdx.x, image = pixel / (width * height);
  const int h = pixel / width % height, w = pixel % width;
  float sum = 0;
  for (int tap = 0; tap < 9; ++tap) {
    const int at_h = h + tap / 3 - 1, at_w = w + tap % 3 - 1;
    if (at_h < 0 || at_h >= height || at_w < 0 || at_w >= width) continue;
    const __half* from = x + ((image * height + at_h) * width + at_w) * 64;
    for (int c = 0; c < 64; ++c)
      sum =
          fmaf(__half2float(from[c]), __half2float(filters[threadIdx.x * 576 + tap * 64 + c]), sum);
  }
  y[pixel * 32 + threadIdx.x] = sum;
}
