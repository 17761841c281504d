// What a program of a tile is made of: predicated accesses, mbarriers, descriptors, wgmma.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

using u32 = unsigned;
using u64 = unsigned long long;

__device__ u32 smem_offset(const void* pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

// --- what Triton prints for one element or vector

__device__ u32 load_b32(const void* at, bool mask, u32 other = 0) {
  u32 value;
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\nmov.u32 %0, %3;\n@p ld.global.b32 { %0 }, [ %1 + 0 "
      "];\n}"
      : "=r"(value)
      : "l"(at), "r"(int(mask)), "r"(other));
  return value;
}
__device__ uint4 load_v4_b32(const void* at, bool mask) {
  uint4 v;
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %5, 0;\nmov.u32 %0, 0x0;\nmov.u32 %1, 0x0;\nmov.u32 %2, "
      "0x0;\n"
      "mov.u32 %3, 0x0;\n@p ld.global.v4.b32 { %0, %1, %2, %3 }, [ %4 + 0 ];\n}"
      : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
      : "l"(at), "r"(int(mask)));
  return v;
}
__device__ void store_b32(void* at, u32 value, bool mask) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\n@p st.global.b32 [ %0 + 0 ], { %1 };\n}" ::"l"(at),
      "r"(value), "r"(int(mask))
      : "memory");
}
__device__ float bfly_max(float x) {
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) {
    float other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                 : "=f"(other)
                 : "f"(x), "r"(step));
    asm("max.f32 %0, %0, %1;" : "+f"(x) : "f"(other));
  }
  return x;
}
__device__ float bfly_sum(float x) {
#pragma unroll
  for (int step = 16; step > 0; step >>= 1) x += __shfl_xor_sync(~0u, x, step);
  return x;
}
// Of 128 threads: a word a warp in shared memory, which the lanes of each warp reduce again.
template <class Reduce>
__device__ float reduce_program(float x, float* scratch, Reduce reduce) {
  const u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  x = reduce(x);
  __syncthreads();
  if (lane == 0) scratch[warp] = x;
  __syncthreads();
  if (threadIdx.x < 4) {
    float y = scratch[threadIdx.x];
    float z = __shfl_xor_sync(0xf, y, 2);
    y = reduce == static_cast<Reduce>(bfly_max) ? fmaxf(y, z) : y + z;
    z = __shfl_xor_sync(0xf, y, 1);
    y = reduce == static_cast<Reduce>(bfly_max) ? fmaxf(y, z) : y + z;
    if (threadIdx.x == 0) scratch[4] = y;
  }
  __syncthreads();
  return scratch[4];
}

// --- mbarriers and TMA of one elected thread

__device__ bool is_elected() {
  u32 elected;
  asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.b32 %0, 1, 0, p;\n}"
               : "=r"(elected));
  return elected != 0 && threadIdx.x / 32 == 0;
}
__device__ void barrier_init(u32 at, bool pred) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %1, 0;\n@p mbarrier.init.shared::cta.b64 [%0], 1;\n}" ::"r"(
          at),
      "r"(int(pred))
      : "memory");
}
__device__ void barrier_expect(u32 at, u32 bytes, bool pred) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %2, 0;\n"
      "@p mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n}" ::"r"(at),
      "r"(bytes), "r"(int(pred))
      : "memory");
}
__device__ void barrier_wait(u32 at, u32 phase) {
  asm volatile(
      "{\n.reg .pred complete;\nwaitLoop:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 complete, [%0], %1;\n@!complete bra.uni "
      "waitLoop;\n}" ::"r"(at),
      "r"(phase)
      : "memory");
}
__device__ void tma_load(u32 to, const void* descriptor, int x, int y, u32 barrier, bool pred) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %5, 0;\n"
      "@p cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, "
      "{%2, "
      "%3}], [%4];\n}" ::"r"(to),
      "l"(descriptor), "r"(x), "r"(y), "r"(barrier), "r"(int(pred))
      : "memory");
}

// tl.make_tensor_descriptor: 128 bytes of zeros, whose fields one lane sets, go to global memory.
__device__ void make_descriptor(void* to, u32 scratch, const void* matrix, u32 columns, u32 rows,
                                u32 box_columns, u32 box_rows) {
  const u32 lane = threadIdx.x & 31;
  if (threadIdx.x >= 32) return;
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(scratch + lane * 4), "r"(0) : "memory");
  __syncwarp();
  if (lane == 0) {
    asm volatile(
        "tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0 + 0], %1;" ::"r"(scratch),
        "l"(matrix)
        : "memory");
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0 + 0], 0x1;" ::"r"(scratch)
                 : "memory");
    asm volatile(
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0 + 0], 0x0, %1;\n"
        "tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0 + 0], 0x1, %2;" ::"r"(scratch),
        "r"(box_columns), "r"(box_rows)
        : "memory");
    asm volatile(
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0 + 0], 0x0, %1;\n"
        "tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0 + 0], 0x1, %2;" ::"r"(scratch),
        "r"(columns), "r"(rows)
        : "memory");
    asm volatile(
        "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0 + 0], 0x0, %1;" ::"r"(
            scratch),
        "l"(u64{columns} * 2)
        : "memory");
    asm volatile(
        "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0 + 0], 0x0, 0x1;\n"
        "tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0 + 0], 0x1, 0x1;\n"
        "tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0 + 0], 0xa;\n"
        "tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0 + 0], 0x0;\n"
        "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0 + 0], 0x3;\n"
        "tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0 + 0], 0x0;" ::"r"(scratch)
        : "memory");
  }
  __syncwarp();
  asm volatile(
      "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
      "[%0], [%1], "
      "128;" ::"l"(to),
      "r"(scratch)
      : "memory");
}
__device__ void acquire_descriptor(const void* descriptor) {
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(descriptor)
               : "memory");
}

// --- wgmma of 64 × 64

__device__ u64 matrix_descriptor(u32 address) {
  return (address & 0x3ffff) >> 4 | u64{64} << 32 | u64{1} << 16 | u64{1} << 62;
}
#define D32                                                                                     \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24," \
  "%25,%26,%27,%28,%29,%30,%31}"
#define V8(d, i)                                                                              \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
      "+f"(d[i + 6]), "+f"(d[i + 7])
#define V32(d) V8(d, 0), V8(d, 8), V8(d, 16), V8(d, 24)

// Sums wait in registers: whoever reads them later reads them behind this.
template <int kPending>
__device__ void warp_group_dot_wait(float (&d)[32]) {
  asm volatile("// wait for regs\nwgmma.wait_group.sync.aligned %32;"
               : V32(d)
               : "n"(kPending)
               : "memory");
}
