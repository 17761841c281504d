// A product of halves by Blackwell's tensor cores of two multiprocessors, as CUTLASS' examples of
// "2SM" have it: the two blocks of a cluster bring the rows of A whose sums they keep, and half of
// the columns of B each; one thread of the first block has both halves multiplied, and what it
// commits tells both.
// nvcc: -arch=compute_100a
#include <cuda_fp16.h>

#include <cstdint>

constexpr int kColumns = 64, kDepth = 64, kStages = 2;  // columns of B of both blocks
constexpr int kRowBytes = 128, kPatternBytes = 8 * kRowBytes;  // of the swizzle
constexpr int kStepBytes = 32;                                 // along k, of one mma
constexpr unsigned kFirstOfPair = 0xfeffffff;  // of an address: without the last bit of the rank

template <int kRows>
struct alignas(1024) Stage {
  unsigned char a[kRows * kRowBytes], b[kColumns / 2 * kRowBytes];
};

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ unsigned cluster_rank() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ void cluster_barrier() {
  asm volatile(
      "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
          : "memory");
}

__device__ void wait(unsigned mbarrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 done, "
      "[%0], %1;\n@!done bra again;\n}\n" ::"r"(mbarrier),
      "r"(parity)
      : "memory");
}

// At the mbarrier of the first block.
__device__ void arrive_at_first(unsigned mbarrier) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mbarrier &
                                                                                  kFirstOfPair)
               : "memory");
}

// K-major, with a swizzle of 128 bytes. Of the address, what lies in a block.
__device__ std::uint64_t tile_descriptor(unsigned address) {
  constexpr std::uint64_t kBlackwell = 1, kSwizzle128 = 2;
  return (address >> 4 & 0x3fff) | std::uint64_t{1} << 16 |
         std::uint64_t{kPatternBytes >> 4} << 32 | kBlackwell << 46 | kSwizzle128 << 61;
}

// Rows of 64 halves, 16 bytes at a time: a row's chunks lie where its number has moved them.
__device__ void bring(unsigned char* tile, const __half* rows, int count, int pitch) {
  for (int i = threadIdx.x; i < count * 8; i += blockDim.x) {
    const int row = i / 8, chunk = i % 8;
    const uint4 values = *reinterpret_cast<const uint4*>(rows + row * pitch + chunk * 8);
    *reinterpret_cast<uint4*>(tile + row * kRowBytes + (chunk ^ row % 8) * 16) = values;
  }
}

template <int kRows>
__device__ void multiply(unsigned sums, std::uint64_t a, std::uint64_t b, bool adds) {
  // Sums of f32, factors of f16, rows of both blocks.
  constexpr unsigned kForm = 1u << 4 | kColumns / 8 << 17 | 2 * kRows / 16 << 24;
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.u32 adds, %4, 0;\n"
      "tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, {%5, %5, %5, %5, %5, %5, %5, %5}, adds;"
      "\n}\n" ::"r"(sums),
      "l"(a), "l"(b), "r"(kForm), "r"(static_cast<unsigned>(adds)), "r"(0)
      : "memory");
}

__device__ void commit_to_both(unsigned mbarrier) {
  asm volatile(
      "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 "
      "[%0], %1;" ::"r"(mbarrier),
      "h"(static_cast<std::uint16_t>(3))
      : "memory");
}

// c = a · bᵀ; both factors have k halves in a row, a multiple of 64. A block keeps the sums of kRows
// rows, all columns of them in a lane each, or of 64 in two.
template <int kRows>
__device__ void product(const __half* a, const __half* b, float* c, int n, int k) {
  extern __shared__ __align__(1024) unsigned char memory[];
  auto* const stages = reinterpret_cast<Stage<kRows>*>(memory);
  __shared__ std::uint64_t brought[kStages], read[kStages], done;
  __shared__ unsigned place;
  constexpr int kCells = kRows == 128 ? kColumns : kColumns / 2;
  const int warp = threadIdx.x / 32;
  const unsigned rank = cluster_rank();
  if (warp == 0) {
    asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                     shared_address(&place)),
                 "r"(kCells)
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;" ::: "memory");
  }
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 2;" ::"r"(shared_address(&brought[i])));
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&read[i])));
    }
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&done)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  cluster_barrier();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  const unsigned sums = place;
  const int row = blockIdx.x * kRows, column = blockIdx.y * kColumns;
  a += row * k;
  b += (column + static_cast<int>(rank) * kColumns / 2) * k;
  for (int step = 0; step < k / kDepth; ++step) {
    Stage<kRows>& stage = stages[step % kStages];
    const unsigned is_read = shared_address(&read[step % kStages]);
    const unsigned is_brought = shared_address(&brought[step % kStages]);
    if (step >= kStages) wait(is_read, (step / kStages - 1) % 2);
    bring(stage.a, a + step * kDepth, kRows, k);
    bring(stage.b, b + step * kDepth, kColumns / 2, k);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) arrive_at_first(is_brought);
    if (threadIdx.x == 0 && rank == 0) {
      wait(is_brought, step / kStages % 2);
      const std::uint64_t a_tile = tile_descriptor(shared_address(stage.a));
      const std::uint64_t b_tile = tile_descriptor(shared_address(stage.b));
      for (int i = 0; i < kRowBytes / kStepBytes; ++i) {
        const int behind = i * kStepBytes >> 4;
        multiply<kRows>(sums, a_tile + behind, b_tile + behind, step + i != 0);
      }
      commit_to_both(is_read);
    }
  }
  if (threadIdx.x == 0 && rank == 0) commit_to_both(shared_address(&done));
  wait(shared_address(&done), 0);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  float* const mine = c + (row + threadIdx.x % kRows) * n + column + threadIdx.x / kRows * kCells;
  for (int first = 0; first < kCells; first += 8) {
    unsigned r[8];
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]),
                   "=r"(r[6]), "=r"(r[7])
                 : "r"(sums + (warp * 32u << 16) + first));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int i = 0; i < 8; ++i) mine[first + i] = __uint_as_float(r[i]);
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  cluster_barrier();
  if (warp == 0) {
    asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(sums), "r"(kCells));
  }
}

extern "C" __global__ void __launch_bounds__(128) __cluster_dims__(2, 1, 1)
    tensor_product_256(const __half* a, const __half* b, float* c, int n, int k) {
  product<128>(a, b, c, n, k);
}

extern "C" __global__ void __launch_bounds__(128) __cluster_dims__(2, 1, 1)
    tensor_product_128(const __half* a, const __half* b, float* c, int n, int k) {
  product<64>(a, b, c, n, k);
}
