// Tiles that asynchronous copies fetch some stages ahead and ldmatrix hands to tensor cores; attention
// whose warps share out the queries; a stencil whose neighbours come from other lanes.
// nvcc: -arch=compute_80
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int kRows = 64, kDepth = 32;  // of a tile of either factor

// Rows eight 16-byte vectors apart would meet in the same banks: a row is longer, or its vectors are
// exchanged.
struct Padded {
  static constexpr int kPitch = kDepth + 8;
  __device__ static int at(int row, int column) { return row * kPitch + column; }
};
struct Swizzled {
  static constexpr int kPitch = kDepth;
  __device__ static int at(int row, int column) {
    return row * kPitch + ((column / 8 ^ row / 2 % 4) * 8 + column % 8);
  }
};

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

template <int kBytes, bool kBypassL1>
__device__ void copy(void* to, const void* from) {
  if constexpr (kBypassL1) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_address(to)), "l"(from),
                 "n"(kBytes));
  }
}

template <int kAhead>
__device__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kAhead) : "memory");
}

__device__ void load_fragments(unsigned (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(shared_address(row)));
}

__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1, half) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ void multiply(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1,
                         __nv_bfloat16) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
      "{%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// a: rows of k; b: columns of k, both contiguous; c: rows of 64 * gridDim.x. k is a multiple of 32.
// Four warps, each a quarter of 64 by 64.
template <class T, class Layout, int kStages, int kBytes, bool kBypassL1>
__global__ void product(const T* a, const T* b, float* c, int k) {
  __shared__ __align__(16) T tiles[kStages][2][kRows * Layout::kPitch];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int row0 = warp / 2 * 32, column0 = warp % 2 * 32;
  constexpr int kElements = kBytes / sizeof(T), kPieces = kDepth / kElements;

  const auto fetch = [&](int tile) {
    if (tile * kDepth < k) {
      for (int i = t; i < kRows * kPieces; i += 128) {
        const int row = i / kPieces, column = i % kPieces * kElements;
        const int from = row * k + tile * kDepth + column;
        copy<kBytes, kBypassL1>(&tiles[tile % kStages][0][Layout::at(row, column)],
                                a + blockIdx.y * kRows * k + from);
        copy<kBytes, kBypassL1>(&tiles[tile % kStages][1][Layout::at(row, column)],
                                b + blockIdx.x * kRows * k + from);
      }
    }
    asm volatile("cp.async.commit_group;");
  };

  float sums[2][4][4] = {};
  for (int tile = 0; tile < kStages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile * kDepth < k; ++tile) {
    fetch(tile + kStages - 1);
    wait_for_copies<kStages - 1>();
    __syncthreads();
    const T* at = tiles[tile % kStages][0];
    const T* bt = tiles[tile % kStages][1];
    for (int depth = 0; depth < kDepth; depth += 16) {
      unsigned fa[2][4], fb[2][4];
      for (int i = 0; i < 2; ++i) {
        load_fragments(fa[i], at + Layout::at(row0 + i * 16 + lane % 16, depth + lane / 16 * 8));
        load_fragments(fb[i], bt + Layout::at(column0 + i * 16 + lane % 8 + lane / 16 * 8,
                                              depth + lane / 8 % 2 * 8));
      }
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) {
          multiply(sums[i][j], fa[i], fb[j / 2][j % 2 * 2], fb[j / 2][j % 2 * 2 + 1], T());
        }
      }
    }
    __syncthreads();
  }
  const int width = gridDim.x * kRows;
  float* corner = c + (blockIdx.y * kRows + row0) * width + blockIdx.x * kRows + column0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 4; ++j) {
      float2* to = reinterpret_cast<float2*>(corner + (i * 16 + lane / 4) * width + j * 8 +
                                             lane % 4 * 2);
      to[0] = make_float2(sums[i][j][0], sums[i][j][1]);
      to[4 * width] = make_float2(sums[i][j][2], sums[i][j][3]);
    }
  }
}
template __global__ void product<half, Padded, 2, 16, true>(const half*, const half*, float*, int);
template __global__ void product<half, Padded, 3, 8, false>(const half*, const half*, float*, int);
template __global__ void product<half, Swizzled, 3, 16, true>(const half*, const half*, float*,
                                                               int);
template __global__ void product<half, Swizzled, 4, 16, false>(const half*, const half*, float*,
                                                                int);
template __global__ void product<half, Padded, 4, 4, false>(const half*, const half*, float*, int);
template __global__ void product<__nv_bfloat16, Swizzled, 3, 16, true>(const __nv_bfloat16*,
                                                                        const __nv_bfloat16*,
                                                                        float*, int);

// A warp's product of 16 by k and k by 8 in tf32, b's columns contiguous; k is a multiple of 16.
__global__ void tf32_product(const float* a, const float* b, float* c, int k) {
  constexpr int kPitch = 20;
  __shared__ __align__(16) float at[2][16 * kPitch], bt[2][8 * kPitch];
  const int lane = threadIdx.x, row = lane / 4, column = lane % 4;
  const auto fetch = [&](int tile) {
    if (tile * 16 < k) {
      for (int i = lane; i < 64; i += 32)
        copy<16, true>(&at[tile % 2][i / 4 * kPitch + i % 4 * 4],
                       a + i / 4 * k + tile * 16 + i % 4 * 4);
      copy<16, true>(&bt[tile % 2][lane / 4 * kPitch + lane % 4 * 4],
                     b + lane / 4 * k + tile * 16 + lane % 4 * 4);
    }
    asm volatile("cp.async.commit_group;");
  };
  const auto rounded = [](float value) {
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
    return bits;
  };
  float d[4] = {};
  fetch(0);
  for (int tile = 0; tile * 16 < k; ++tile) {
    fetch(tile + 1);
    wait_for_copies<1>();
    __syncwarp();
    for (int depth = 0; depth < 16; depth += 8) {
      const float* av = at[tile % 2] + row * kPitch + depth + column;
      const float* bv = bt[tile % 2] + row * kPitch + depth + column;
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
          "{%8,%9}, {%0,%1,%2,%3};"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
          : "r"(rounded(av[0])), "r"(rounded(av[8 * kPitch])), "r"(rounded(av[4])),
            "r"(rounded(av[8 * kPitch + 4])), "r"(rounded(bv[0])), "r"(rounded(bv[4])));
    }
    __syncwarp();
  }
  c[row * 8 + column * 2] = d[0];
  c[row * 8 + column * 2 + 1] = d[1];
  c[(row + 8) * 8 + column * 2] = d[2];
  c[(row + 8) * 8 + column * 2 + 1] = d[3];
}

// Each warp has queries of its own; all share the tiles of keys and values. 32 numbers a head, a
// multiple of 32 keys.
__global__ void split_query_attention(const float* queries, const float* keys, const float* values,
                                      float* out, int count) {
  constexpr int kHead = 32, kQueries = 4;
  __shared__ float key_tile[32][kHead + 1], value_tile[32][kHead];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first = (blockIdx.x * blockDim.x / 32 + warp) * kQueries;
  float query[kQueries], sum[kQueries] = {}, highest[kQueries], total[kQueries] = {};
  for (int q = 0; q < kQueries; ++q) {
    query[q] = queries[(first + q) * kHead + lane] * 0.17677669f;
    highest[q] = -INFINITY;
  }
  for (int base = 0; base < count; base += 32) {
    for (int i = warp; i < 32; i += blockDim.x / 32) {
      key_tile[i][lane] = keys[(base + i) * kHead + lane];
      value_tile[i][lane] = values[(base + i) * kHead + lane];
    }
    __syncthreads();
    for (int q = 0; q < kQueries; ++q) {
      float score = 0;
      for (int i = 0; i < kHead; ++i)
        score += __shfl_sync(~0u, query[q], i) * key_tile[lane][i];
      float most = score;
      for (int step = 16; step > 0; step /= 2)
        most = fmaxf(most, __shfl_xor_sync(~0u, most, step));
      const float now = fmaxf(highest[q], most), scale = expf(highest[q] - now);
      const float weight = expf(score - now);
      float weights = weight;
      for (int step = 16; step > 0; step /= 2) weights += __shfl_xor_sync(~0u, weights, step);
      sum[q] *= scale;
      for (int i = 0; i < 32; ++i) sum[q] += __shfl_sync(~0u, weight, i) * value_tile[i][lane];
      total[q] = total[q] * scale + weights;
      highest[q] = now;
    }
    __syncthreads();
  }
  for (int q = 0; q < kQueries; ++q) out[(first + q) * kHead + lane] = sum[q] / total[q];
}

// A relaxation step: a lane's neighbours to the left and right are the lanes beside it, but for the
// warp's first and last. Rows of 32 * gridDim.x, a warp a block and blockDim.y rows.
__global__ void shuffled_jacobi(const float* in, float* out, int rows) {
  const int columns = 32 * gridDim.x, x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= rows) return;
  const float* here = in + y * columns + x;
  const float middle = *here;
  float left = __shfl_up_sync(~0u, middle, 1), right = __shfl_down_sync(~0u, middle, 1);
  if (threadIdx.x == 0) left = x > 0 ? here[-1] : 0;
  if (threadIdx.x == 31) right = x + 1 < columns ? here[1] : 0;
  const float above = y > 0 ? here[-columns] : 0, below = y + 1 < rows ? here[columns] : 0;
  out[y * columns + x] = 0.25f * (left + right + above + below);
}

// Where lanes of a warp take the same bin, one of them adds for all.
__global__ void aggregated_counts(const int* bins, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int lane = threadIdx.x % 32;
  const unsigned here = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  const unsigned same = __match_any_sync(here, bins[i]);
  if (lane == __ffs(same) - 1) atomicAdd(&counts[bins[i]], __popc(same));
}
