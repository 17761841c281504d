// A product by tcgen05.mma whose tiles TMA brings, and twins of it that read as nobody wrote.
// nvcc: -ptx -lineinfo -std=c++17 -arch=sm_100a
//
// Launched as those of swizzled.cu: 128 threads, 64 × 64 f16 of A and of B's transpose.

struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

constexpr int kTileBytes = 64 * 128;
constexpr int kColumns = 64;

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

__device__ void allocate(unsigned place) {
  asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(place),
               "n"(kColumns)
               : "memory");
  asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
}

// Mode 2: 128 bytes, 4: 64, 6: 32, 0: none. Groups of eight rows lie 1024 bytes apart.
__device__ unsigned long long describe(unsigned address, int mode) {
  return static_cast<unsigned long long>(mode) << 61 | 1ull << 46 | 64ull << 32 | 1ull << 16 |
         (address & 0x3ffff) / 16;
}

// Sums of f32, factors of f16, 64 rows of A.
__device__ void multiply(unsigned sums, unsigned long long a, unsigned long long b) {
  constexpr unsigned kForm = 1u << 4 | kColumns / 8 << 17 | 64 / 16 << 24;
  asm volatile(
      "{\n.reg .pred adds;\nsetp.ne.u32 adds, %4, 0;\n"
      "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, adds;\n}\n" ::"r"(sums),
      "l"(a), "l"(b), "r"(kForm), "r"(0)
      : "memory");
}

__device__ void commit(unsigned barrier) {
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(barrier)
      : "memory");
}

extern __shared__ __align__(1024) unsigned char tiles[];

// The second 16 of k: 32 bytes into each row.
template <int kModeOfB>
__device__ void product(const TensorMap& a, const TensorMap& b, float* out) {
  __shared__ unsigned place;
  __shared__ alignas(8) unsigned long long done;
  const unsigned to = shared_address(tiles), barrier = to + 3 * kTileBytes;
  if (threadIdx.x < 32) allocate(shared_address(&place));
  if (threadIdx.x == 0) {
    begin_barrier(barrier);
    begin_barrier(shared_address(&done));
  }
  __syncthreads();
  const unsigned sums = *static_cast<volatile unsigned*>(&place);
  if (threadIdx.x == 0) {
    expect(barrier, 2 * kTileBytes);
    copy_box(a, to, barrier);
    copy_box(b, to + kTileBytes, barrier);
    wait(barrier);
    multiply(sums, describe(to + 32, 2), describe(to + kTileBytes + 32, kModeOfB));
    commit(shared_address(&done));
  }
  wait(shared_address(&done));
  out[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(sums), "n"(kColumns)
                 : "memory");
  }
}

extern "C" __global__ void same_mode(const __grid_constant__ TensorMap a,
                                     const __grid_constant__ TensorMap b, float* out) {
  product<2>(a, b, out);
}

// B's descriptor says 32 bytes where the map swizzles by 128.
extern "C" __global__ void other_mode(const __grid_constant__ TensorMap a,
                                      const __grid_constant__ TensorMap b, float* out) {
  product<6>(a, b, out);
}
