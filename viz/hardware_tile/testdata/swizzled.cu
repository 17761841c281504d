// A product of a warpgroup whose tiles TMA brings, and twins of it that read as nobody wrote.
// nvcc: -ptx -lineinfo -std=c++17 -arch=sm_90a
//
// All are launched alike: 128 threads, 64 × 64 f16 of A and of B's transpose through maps that
// swizzle by 128 bytes; out has 64 × 64 floats.

struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

constexpr int kTileBytes = 64 * 128;
constexpr int kSums = 32;

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void begin_barrier(unsigned barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

__device__ void wait(unsigned barrier) {
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n"
      " @!over bra again;\n}" ::"r"(barrier)
      : "memory");
}

__device__ void copy_box(const TensorMap& map, unsigned to, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(&map), "r"(0), "r"(0), "r"(barrier)
      : "memory");
}

__device__ void bring(const TensorMap& a, const TensorMap& b, unsigned to, unsigned barrier) {
  if (threadIdx.x == 0) begin_barrier(barrier);
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(barrier, 2 * kTileBytes);
    copy_box(a, to, barrier);
    copy_box(b, to + kTileBytes, barrier);
  }
  wait(barrier);
}

// Mode 1: 128 bytes, 2: 64, 3: 32, 0: none. Groups of eight rows lie 1024 bytes apart.
__device__ unsigned long long describe(unsigned address, int mode, int base_offset) {
  return static_cast<unsigned long long>(mode) << 62 |
         static_cast<unsigned long long>(base_offset) << 49 | 64ull << 32 | 1ull << 16 |
         (address & 0x3ffff) / 16;
}

__device__ void multiply(float (&sum)[kSums], unsigned long long a, unsigned long long b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "%32, %33, 1, 1, 1, 0, 0;"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]),
        "+f"(sum[6]), "+f"(sum[7]), "+f"(sum[8]), "+f"(sum[9]), "+f"(sum[10]), "+f"(sum[11]),
        "+f"(sum[12]), "+f"(sum[13]), "+f"(sum[14]), "+f"(sum[15]), "+f"(sum[16]), "+f"(sum[17]),
        "+f"(sum[18]), "+f"(sum[19]), "+f"(sum[20]), "+f"(sum[21]), "+f"(sum[22]), "+f"(sum[23]),
        "+f"(sum[24]), "+f"(sum[25]), "+f"(sum[26]), "+f"(sum[27]), "+f"(sum[28]), "+f"(sum[29]),
        "+f"(sum[30]), "+f"(sum[31])
      : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
}

extern __shared__ __align__(1024) unsigned char tiles[];

__device__ unsigned cluster_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void meet_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

__device__ void copy_box_to_both(const TensorMap& map, unsigned to, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
      "l"(&map), "r"(0), "r"(0), "r"(barrier), "h"(static_cast<unsigned short>(3))
      : "memory");
}

// The second 16 of k: 32 bytes into each row. `skipped`: bytes before the tiles.
template <int kModeOfA, int kSkipped, int kBaseOffset>
__device__ void product(const TensorMap& a, const TensorMap& b, float* out) {
  const unsigned to = shared_address(tiles) + kSkipped;
  bring(a, b, to, shared_address(tiles) + 3 * kTileBytes);
  float sum[kSums] = {};
  multiply(sum, describe(to + 32, kModeOfA, kBaseOffset),
           describe(to + kTileBytes + 32, 1, kBaseOffset));
  for (int i = 0; i < kSums; ++i) out[threadIdx.x * kSums + i] = sum[i];
}

extern "C" __global__ void same_mode(const __grid_constant__ TensorMap a,
                                     const __grid_constant__ TensorMap b, float* out) {
  product<1, 0, 0>(a, b, out);
}

// The descriptor says 64 bytes where the map swizzles by 128.
extern "C" __global__ void other_mode(const __grid_constant__ TensorMap a,
                                      const __grid_constant__ TensorMap b, float* out) {
  product<2, 0, 0>(a, b, out);
}

// Tiles that begin 512 bytes into a pattern: addresses decide on both sides.
extern "C" __global__ void shifted(const __grid_constant__ TensorMap a,
                                   const __grid_constant__ TensorMap b, float* out) {
  product<1, 512, 0>(a, b, out);
}

// The same, but the descriptor lets the pattern begin where the tile does.
extern "C" __global__ void shifted_pattern(const __grid_constant__ TensorMap a,
                                           const __grid_constant__ TensorMap b, float* out) {
  product<1, 512, 4>(a, b, out);
}

// Four 8×8 matrices of A by ldmatrix, whose lanes XOR by `kRows` rows' numbers themselves.
template <int kRows>
__device__ void load(const TensorMap& a, const TensorMap& b, float* out) {
  const unsigned to = shared_address(tiles);
  bring(a, b, to, to + 3 * kTileBytes);
  const unsigned row = threadIdx.x % 16, unit = threadIdx.x % 32 / 16;
  const unsigned from = to + row * 128 + (unit ^ row % kRows) * 16;
  unsigned r[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(from)
               : "memory");
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = __uint_as_float(r[i]);
}

extern "C" __global__ void lanes(const __grid_constant__ TensorMap a,
                                 const __grid_constant__ TensorMap b, float* out) {
  load<8>(a, b, out);
}

extern "C" __global__ void lanes_of_four_rows(const __grid_constant__ TensorMap a,
                                              const __grid_constant__ TensorMap b, float* out) {
  load<4>(a, b, out);
}

// Of a cluster of two blocks the first brings A to both, the second B.
template <int kModeOfB>
__device__ void product_of_two(const TensorMap& a, const TensorMap& b, float* out) {
  const unsigned to = shared_address(tiles), barrier = to + 3 * kTileBytes;
  if (threadIdx.x == 0) {
    begin_barrier(barrier);
    expect(barrier, 2 * kTileBytes);
  }
  meet_cluster();
  if (threadIdx.x == 0 && cluster_rank() == 0) copy_box_to_both(a, to, barrier);
  if (threadIdx.x == 0 && cluster_rank() == 1) copy_box_to_both(b, to + kTileBytes, barrier);
  wait(barrier);
  float sum[kSums] = {};
  multiply(sum, describe(to + 32, 1, 0), describe(to + kTileBytes + 32, kModeOfB, 0));
  for (int i = 0; i < kSums; ++i) {
    out[(blockIdx.x * blockDim.x + threadIdx.x) * kSums + i] = sum[i];
  }
  meet_cluster();
}

extern "C" __global__ void __cluster_dims__(2)
    of_two_blocks(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
                  float* out) {
  product_of_two<1>(a, b, out);
}

extern "C" __global__ void __cluster_dims__(2)
    of_two_blocks_other_mode(const __grid_constant__ TensorMap a,
                             const __grid_constant__ TensorMap b, float* out) {
  product_of_two<2>(a, b, out);
}
