// A product of halves by Blackwell's tensor cores, with its sums in tensor memory: a warp allocates
// it, all threads bring swizzled tiles, one has them multiplied, and all wait for its mbarrier.
// nvcc: -arch=compute_100a
#include <cuda_fp16.h>

#include <cstdint>

constexpr int kRows = 128, kColumns = 64, kDepth = 64, kStages = 2;
constexpr int kRowBytes = 128, kPatternBytes = 8 * kRowBytes;  // of the swizzle
constexpr int kStepBytes = 32;                                 // along k, of one mma

struct alignas(1024) Stage {
  unsigned char a[kRows * kRowBytes], b[kColumns * kRowBytes];
};

__device__ unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void wait(unsigned mbarrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n}\n" ::"r"(mbarrier),
      "r"(parity)
      : "memory");
}

// K-major, with a swizzle of 128 bytes.
__device__ std::uint64_t tile_descriptor(unsigned address) {
  constexpr std::uint64_t kBlackwell = 1, kSwizzle128 = 2;
  return (address >> 4) | std::uint64_t{1} << 16 | std::uint64_t{kPatternBytes >> 4} << 32 |
         kBlackwell << 46 | kSwizzle128 << 61;
}

// Rows of 64 halves, 16 bytes at a time: a row's chunks lie where its number has moved them.
__device__ void bring(unsigned char* tile, const __half* rows, int count, int pitch) {
  for (int i = threadIdx.x; i < count * 8; i += blockDim.x) {
    const int row = i / 8, chunk = i % 8;
    const uint4 values = *reinterpret_cast<const uint4*>(rows + row * pitch + chunk * 8);
    *reinterpret_cast<uint4*>(tile + row * kRowBytes + (chunk ^ row % 8) * 16) = values;
  }
}

__device__ void multiply(unsigned sums, std::uint64_t a, std::uint64_t b, bool adds) {
  // Sums of f32, factors of f16.
  constexpr unsigned kForm = 1u << 4 | kColumns / 8 << 17 | kRows / 16 << 24;
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.u32 adds, %4, 0;\n"
      "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds;\n}\n" ::"r"(sums),
      "l"(a), "l"(b), "r"(kForm), "r"(static_cast<unsigned>(adds))
      : "memory");
}

__device__ void commit(unsigned mbarrier) {
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(mbarrier)
      : "memory");
}

// c = a · bᵀ; both factors have k halves in a row, a multiple of 64.
__global__ void __launch_bounds__(128)
    tensor_product(const __half* a, const __half* b, float* c, int n, int k) {
  extern __shared__ Stage stages[];
  __shared__ std::uint64_t read[kStages], done;
  __shared__ unsigned place;
  const int warp = threadIdx.x / 32;
  if (warp == 0) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(
                     shared_address(&place)),
                 "r"(kColumns)
                 : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
  }
  if (threadIdx.x == 0) {
    for (std::uint64_t& barrier : read) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&barrier)));
    }
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&done)));
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  const unsigned sums = place;
  a += blockIdx.y * kRows * k;
  b += blockIdx.x * kColumns * k;
  for (int step = 0; step < k / kDepth; ++step) {
    Stage& stage = stages[step % kStages];
    const unsigned is_read = shared_address(&read[step % kStages]);
    if (step >= kStages) wait(is_read, (step / kStages - 1) % 2);
    bring(stage.a, a + step * kDepth, kRows, k);
    bring(stage.b, b + step * kDepth, kColumns, k);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      const std::uint64_t a_tile = tile_descriptor(shared_address(stage.a));
      const std::uint64_t b_tile = tile_descriptor(shared_address(stage.b));
      for (int i = 0; i < kRowBytes / kStepBytes; ++i) {
        const int behind = i * kStepBytes >> 4;
        multiply(sums, a_tile + behind, b_tile + behind, step + i != 0);
      }
      commit(is_read);
    }
  }
  if (threadIdx.x == 0) commit(shared_address(&done));
  wait(shared_address(&done), 0);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  float* row = c + (blockIdx.y * kRows + threadIdx.x) * n + blockIdx.x * kColumns;
  for (int first = 0; first < kColumns; first += 8) {
    unsigned r[8];
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]),
                   "=r"(r[6]), "=r"(r[7])
                 : "r"(sums + (warp * 32u << 16) + first));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int i = 0; i < 8; ++i) row[first + i] = __uint_as_float(r[i]);
  }
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  if (warp == 0) {
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(sums),
                 "r"(kColumns));
  }
}
