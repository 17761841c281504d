// nvcc: -arch=compute_90a
//
// Kernels that tensor cores limit: products whose factors stay where they are.
#include <cstdint>

namespace {

constexpr int kSums = 4;  // of a warp, which wait for none of the others

template <class Sum, class Multiply>
__device__ void multiply(Sum* data, int rounds, Multiply step) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned* factors = reinterpret_cast<const unsigned*>(data) + threadIdx.x % 32;
  unsigned a[4], b[4];
  for (int i = 0; i < 4; ++i) {
    a[i] = factors[32 * i];
    b[i] = factors[32 * i + 128];
  }
  Sum sums[kSums][4];
  for (int i = 0; i < 4 * kSums; ++i) sums[i / 4][i % 4] = data[(thread + i) % 4096];
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < kSums; ++i) step(sums[i], a, b);
  }
  for (int i = 1; i < 4 * kSums; ++i) sums[0][0] += sums[i / 4][i % 4];
  data[4096 + thread] = sums[0][0];
}

}  // namespace

#define SUMS(constraint) \
  "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]), "+" constraint(d[3])
#define KERNEL(name, type, constraint, instruction, factors, ...)                                 \
  extern "C" __global__ void __launch_bounds__(1024) name(type* data, int rounds) {               \
    multiply(data, rounds, [](type(&d)[4], const unsigned(&a)[4], const unsigned(&b)[4]) {        \
      asm volatile(instruction " {%0, %1, %2, %3}, " factors ", {%0, %1, %2, %3}" __VA_ARGS__ ";" \
                   : SUMS(constraint)                                                             \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), \
                     "r"(b[3]), "r"(0x44444444));                                                 \
    });                                                                                           \
  }
#define DENSE "{%4, %5, %6, %7}, {%8, %9}"

KERNEL(mma_f16, float, "f", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", DENSE)
KERNEL(mma_bf16, float, "f", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", DENSE)
KERNEL(mma_tf32, float, "f", "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", DENSE)
KERNEL(mma_s8, unsigned, "r", "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", DENSE)
KERNEL(mma_b1, unsigned, "r", "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", DENSE)
KERNEL(mma_sparse, float, "f",
       "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32",
       "{%4, %5, %6, %7}, {%8, %9, %10, %11}", ", %12, 0x0")
#undef KERNEL

extern "C" __global__ void __launch_bounds__(1024) mma_f64(double* data, int rounds) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const double a = data[threadIdx.x], b = data[1024 + threadIdx.x];
  double d[kSums][4];
  for (int i = 0; i < 4 * kSums; ++i) d[i / 4][i % 4] = data[(thread + i) % 2048];
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < kSums; ++i) {
      asm volatile(
          "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
          "{%5, %5}, {%0, %1, %2, %3};"
          : "+d"(d[i][0]), "+d"(d[i][1]), "+d"(d[i][2]), "+d"(d[i][3])
          : "d"(a), "d"(b));
    }
  }
  for (int i = 0; i < 4 * kSums; ++i) data[2048 + thread * 4 * kSums + i] = d[i / 4][i % 4];
}

// Two warpgroups, 64 × 128 each.
namespace {

constexpr int kTile = 16384;  // bytes of a factor

__device__ uint64_t described(const unsigned char* tile) {
  const auto at = static_cast<uint64_t>(__cvta_generic_to_shared(tile));
  return (at >> 4 & 0x3fff) | 64ull << 32 | 1ull << 62;
}

}  // namespace

#define D8(n)                                                                         \
  CONSTRAINT(d[n]), CONSTRAINT(d[n + 1]), CONSTRAINT(d[n + 2]), CONSTRAINT(d[n + 3]), \
      CONSTRAINT(d[n + 4]), CONSTRAINT(d[n + 5]), CONSTRAINT(d[n + 6]), CONSTRAINT(d[n + 7])
#define D64 D8(0), D8(8), D8(16), D8(24), D8(32), D8(40), D8(48), D8(56)
#define REGISTERS                                                                                \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,"  \
  "%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47," \
  "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}"
#define KERNEL(name, type, form, scales)                                             \
  extern "C" __global__ void __launch_bounds__(256) name(type* data, int rounds) {   \
    __shared__ alignas(1024) unsigned char tiles[2 * kTile];                         \
    _Pragma("unroll 8") for (int i = threadIdx.x; i < 2 * kTile / 4; i += 256) {     \
      reinterpret_cast<type*>(tiles)[i] = data[i];                                   \
    }                                                                                \
    __syncthreads();                                                                 \
    asm volatile("fence.proxy.async;" ::: "memory");                                 \
    type d[64] = {};                                                                 \
    const uint64_t a = described(tiles), b = described(tiles + kTile);               \
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                          \
    _Pragma("unroll 1") for (int round = 0; round < rounds; ++round) {               \
      asm volatile("wgmma.fence.sync.aligned;" : D64 : : "memory");                  \
      _Pragma("unroll") for (int i = 0; i < 16; ++i) {                               \
        asm volatile("wgmma.mma_async.sync.aligned.m64n128" form " " REGISTERS       \
                     ", %64, %65, " scales ";"                                       \
                     : D64                                                           \
                     : "l"(a), "l"(b));                                              \
      }                                                                              \
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");                 \
      asm volatile("wgmma.wait_group.sync.aligned 0;" : D64 : : "memory");           \
    }                                                                                \
    for (int i = 0; i < 64; ++i) data[2 * kTile / 4 + i * 256 + threadIdx.x] = d[i]; \
  }

// Products of few columns, which read as much of A as others: shared memory limits them.
extern "C" __global__ void __launch_bounds__(512) wgmma_narrow(float* data, int rounds) {
  __shared__ alignas(1024) unsigned char tiles[2 * kTile];
#pragma unroll 8
  for (int i = threadIdx.x; i < 2 * kTile / 4; i += blockDim.x) {
    reinterpret_cast<float*>(tiles)[i] = data[i];
  }
  __syncthreads();
  asm volatile("fence.proxy.async;" ::: "memory");
  float d[8] = {};
  const uint64_t a = described(tiles), b = described(tiles + kTile);
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      asm volatile(
          "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, "
          "%8, %9, 1, 1, 1, 0, 0;"
          : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
            "+f"(d[7])
          : "l"(a), "l"(b));
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7])
                 :
                 : "memory");
  }
  for (int i = 0; i < 8; ++i) data[2 * kTile / 4 + i * blockDim.x + threadIdx.x] = d[i];
}

#define CONSTRAINT "+f"
KERNEL(wgmma_f16, float, "k16.f32.f16.f16", "1, 1, 1, 0, 0")
KERNEL(wgmma_tf32, float, "k8.f32.tf32.tf32", "1, 1, 1")
KERNEL(wgmma_e4m3, float, "k32.f32.e4m3.e4m3", "1, 1, 1")
#undef CONSTRAINT
#define CONSTRAINT "+r"
KERNEL(wgmma_s8, int, "k32.s32.s8.s8", "1")
