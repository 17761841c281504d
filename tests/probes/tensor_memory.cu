// What a Blackwell GPU makes of tcgen05 where the machine goes by the document alone (docs/PTX.md):
// which cell each register of a load's shape is, what a warp gets that names another one's lanes,
// what stands in the upper half of an f16 of D, which columns an allocation gives, and which way
// tcgen05.shift goes, which the machine leaves opaque.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_100a,code=sm_100a -o tensor_memory
//     tests/probes/tensor_memory.cu && ./tensor_memory
//
// It prints a line for each, with what the machine has where that is something.
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr unsigned kThreads = 128, kColumns = 64, kRegisters = 4;
enum Part : unsigned { b64, b128, b256, packed, foreign, shifted, halves, places, kParts };

__device__ unsigned address_of(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ unsigned allocate(unsigned* place, unsigned columns) {
  asm volatile(
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(address_of(place)),
      "r"(columns)
      : "memory");
  __syncwarp();
  return *place;
}
__device__ void release(unsigned address, unsigned columns) {
  asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(address),
               "r"(columns));
}

// Cell (lane, column) is lane << 16 | column.
__device__ void fill(unsigned own) {
  for (unsigned column = 0; column < kColumns; ++column) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(own + column),
                 "r"(threadIdx.x << 16 | column));
  }
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
}

#define LOADED(r) "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
#define LOAD(form, r, address)                  \
  asm volatile("tcgen05.ld.sync.aligned." form  \
               ".b32 {%0, %1, %2, %3}, [%4];\n" \
               "tcgen05.wait::ld.sync.aligned;" \
               : LOADED(r)                      \
               : "r"(address)                   \
               : "memory")

__device__ void keep(unsigned* out, Part part, const unsigned (&r)[kRegisters]) {
  for (unsigned i = 0; i < kRegisters; ++i) {
    out[(part * kThreads + threadIdx.x) * kRegisters + i] = r[i];
  }
}

__device__ void wait_for(unsigned mbarrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nagain: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@!done bra again;\n}\n" ::"r"(mbarrier),
      "r"(parity)
      : "memory");
}
__device__ void commit(unsigned mbarrier) {
  asm volatile(
      "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(mbarrier)
      : "memory");
}

__global__ void probe(unsigned* out) {
  __shared__ unsigned place;
  __shared__ std::uint64_t mbarrier;
  __shared__ alignas(1024) __half tile[128 * 16];  // K-major without a swizzle: all are 1
  const unsigned warp = threadIdx.x / 32;
  for (unsigned i = threadIdx.x; i < 128 * 16; i += kThreads) tile[i] = __float2half(1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (warp == 0) allocate(&place, kColumns);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_of(&mbarrier)));
  }
  __syncthreads();
  const unsigned base = place, own = base + (warp * 32 << 16);
  unsigned r[kRegisters];
  fill(own);
  LOAD("16x64b.x4", r, own);
  keep(out, b64, r);
  LOAD("16x128b.x2", r, own);
  keep(out, b128, r);
  LOAD("16x256b.x1", r, own);
  keep(out, b256, r);
  LOAD("16x64b.x4.pack::16b", r, own);
  keep(out, packed, r);
  LOAD("32x32b.x4", r, base);
  keep(out, foreign, r);
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("tcgen05.shift.cta_group::1.down [%0];" ::"r"(base) : "memory");
    commit(address_of(&mbarrier));
  }
  wait_for(address_of(&mbarrier), 0);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  LOAD("32x32b.x4", r, own);
  keep(out, shifted, r);
  asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
  __syncthreads();
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  if (threadIdx.x == 0) {
    constexpr std::uint64_t kRows8 = 256, kChunk = 128;  // bytes to the next
    const std::uint64_t matrix =
        address_of(tile) >> 4 | kChunk >> 4 << 16 | kRows8 >> 4 << 32 | std::uint64_t{1} << 46;
    constexpr unsigned kForm = 16 / 8 << 17 | 128 / 16 << 24;  // D of f16
    asm volatile(
        "{\n.reg .pred adds;\nsetp.ne.u32 adds, 0, 0;\n"
        "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, %2, adds;\n}\n" ::"r"(base),
        "l"(matrix), "r"(kForm)
        : "memory");
    commit(address_of(&mbarrier));
  }
  wait_for(address_of(&mbarrier), 1);
  asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
  LOAD("32x32b.x4", r, own);
  keep(out, halves, r);
  __syncthreads();
  if (warp == 0) {
    r[0] = base;
    for (unsigned i = 1; i < kRegisters; ++i) r[i] = allocate(&place, 32u << (i - 1));
    for (unsigned i = 1; i < kRegisters; ++i) release(r[i], 32u << (i - 1));
    release(base, kColumns);
    keep(out, places, r);
  }
}

unsigned cell(unsigned lane, unsigned column) { return lane << 16 | column; }

// What the machine has (kernels/machine/operations/tensor_move.h).
unsigned expected(Part part, unsigned thread, unsigned reg) {
  const unsigned first = thread / 32 * 32, l = thread % 32;
  switch (part) {
    case b64:
      return cell(first + l / 4 + 8 * (l % 2), l / 2 % 2 + 2 * reg);
    case b128:
      return cell(first + l / 4 + 8 * (reg % 2), l % 4 + 4 * (reg / 2));
    case b256:
      return cell(first + l / 4 + 8 * (reg / 2 % 2), reg % 2 + 2 * (l % 4));
    case packed: {
      const unsigned column = 2 * (l / 2 % 2 + 2 * reg);
      return column | (column + 1) << 16;
    }
    case foreign:
      return cell(thread, reg);
    case halves:
      return 0x4c00;  // 16
    default:
      return 0;
  }
}

}  // namespace

int main() {
  unsigned* out = nullptr;
  std::vector<unsigned> got(kParts * kThreads * kRegisters);
  cudaMalloc(&out, got.size() * sizeof(unsigned));
  probe<<<1, kThreads>>>(out);
  const cudaError_t error =
      cudaMemcpy(got.data(), out, got.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(error)), 1;
  const auto at = [&](Part part, unsigned thread, unsigned reg) {
    return got[(part * kThreads + thread) * kRegisters + reg];
  };
  const char* const kNames[] = {
      "16x64b", "16x128b", "16x256b", "16x64b.pack::16b", "lane 0 named by all",
      "shift",  "f16 of D"};
  for (const Part part : {b64, b128, b256, packed, foreign, halves}) {
    unsigned wrong = 0;
    for (unsigned i = 0; i < kThreads * kRegisters; ++i) {
      wrong += at(part, i / kRegisters, i % kRegisters) !=
               expected(part, i / kRegisters, i % kRegisters);
    }
    std::printf("%s: %u of %u otherwise; thread 33 has %#x\n", kNames[part], wrong,
                kThreads * kRegisters, at(part, 33, 0));
  }
  for (const unsigned lane : {0u, 1u, 30u, 31u, 32u, 127u}) {
    std::printf("shift: lane %u has what was in lane %u\n", lane, at(shifted, lane, 0) >> 16);
  }
  std::printf("64, then 32, 64 and 128 columns begin at %u, %u, %u, %u (here 0, 64, 96, 160)\n",
              at(places, 0, 0), at(places, 0, 1), at(places, 0, 2), at(places, 0, 3));
}
