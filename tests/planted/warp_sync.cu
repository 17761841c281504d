// What lanes of a warp do together: __syncwarp, shuffles, votes, matrices.
// TOOL: synccheck
// nvcc: -arch=compute_80

// The lower half asks for the whole warp, and the upper half never comes.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void mask_of_all_by_half(int* out) {
  int t = threadIdx.x;
  if (t < 16) __syncwarp();  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void mask_of_all_by_half_right(int* out) {
  int t = threadIdx.x;
  if (t < 16) __syncwarp(0xffff);
  out[t] = t;
}

// A lane executes __syncwarp with a mask that leaves it out.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void mask_without_self(int* out) {
  int t = threadIdx.x;
  __syncwarp(0x7fffffff);  // FAULT: inactive_shuffle block 0 warp 0 lane 31
  out[t] = t;
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void mask_without_self_right(int* out) {
  int t = threadIdx.x;
  if (t < 31) __syncwarp(0x7fffffff);
  out[t] = t;
}

// Lanes give different masks for one __syncwarp.
// LAUNCH: grid 1 block 32
// ARGS: in u32[32] iota, out i32[32]
extern "C" __global__ void masks_differ(const unsigned* in, int* out) {
  int t = threadIdx.x;
  unsigned mask = in[t] < 16 ? 0xffffffffu : 0xffff0000u;
  __syncwarp(mask);  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = t;
}
// LAUNCH: grid 1 block 32
// ARGS: in u32[32] iota, out i32[32]
extern "C" __global__ void masks_differ_right(const unsigned* in, int* out) {
  int t = threadIdx.x;
  unsigned mask = in[t] < 16 ? 0x0000ffffu : 0xffff0000u;
  __syncwarp(mask);
  out[t] = t;
}

// A shuffle by the lanes below a size, with the mask of all: the others have gone past.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 24
extern "C" __global__ void shuffle_mask_too_wide(const int* in, int* out, int n) {
  int t = threadIdx.x, v = in[t];
  if (t < n) v += __shfl_down_sync(0xffffffffu, v, 8);  // FAULT: divergent_barrier block 0 warp 0 lane 0
  out[t] = v;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 24
extern "C" __global__ void shuffle_mask_too_wide_right(const int* in, int* out, int n) {
  int t = threadIdx.x, v = in[t];
  unsigned mask = __ballot_sync(0xffffffffu, t < n);
  if (t < n) {
    int other = __shfl_down_sync(mask, v, 8);
    if (t + 8 < n) v += other;
  }
  out[t] = v;
}

// A shuffle takes the value of a lane that has exited.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_from_exited(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t >= 24) return;
  out[t] = v + __shfl_down_sync(0xffffffffu, v, 8);  // FAULT: inactive_shuffle block 0 warp 0 lane 16
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_from_exited_right(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  int other = __shfl_down_sync(0xffffffffu, v, 8);
  if (t >= 24) return;
  out[t] = v + other;
}

// A shuffle reads a lane that its mask does not name.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_from_outside(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t < 16) v = __shfl_sync(0xffffu, v, 20);  // FAULT: inactive_shuffle block 0 warp 0 lane 0
  out[t] = v;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void shuffle_from_outside_right(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t < 16) v = __shfl_sync(0xffffu, v, 10);
  out[t] = v;
}

// Votes of both arms with the mask of the whole warp: PTX lets them meet.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
// PRINT
extern "C" __global__ void votes_meet_right(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned votes;
  if (in[t] % 2 == 0) {
    votes = __ballot_sync(0xffffffffu, in[t] > 10);
  } else {
    votes = ~__ballot_sync(0xffffffffu, in[t] > 20);
  }
  out[t] = votes;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void votes_apart_right(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned votes;
  if (in[t] % 2 == 0) {
    votes = __ballot_sync(0x55555555u, in[t] > 10);
  } else {
    votes = ~__ballot_sync(0xaaaaaaaau, in[t] > 20);
  }
  out[t] = votes;
}

// __activemask taken before a branch, used behind it.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 2, out i32[32]
extern "C" __global__ void old_activemask(const int* in, int* out) {
  int t = threadIdx.x;
  unsigned mask = __activemask();
  int n = 0;
  if (in[t] == 1) n = __popc(__match_any_sync(mask, in[t]));  // FAULT: divergent_barrier block 0 warp 0 lane 1
  out[t] = n;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 2, out i32[32]
extern "C" __global__ void old_activemask_right(const int* in, int* out) {
  int t = threadIdx.x;
  unsigned mask = __ballot_sync(~0u, in[t] == 1);
  int n = 0;
  if (in[t] == 1) n = __popc(__match_any_sync(mask, in[t]));
  out[t] = n;
}

// The reduction of a warp in one arm, with the mask of all.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void reduce_in_branch(const int* in, int* out) {
  int t = threadIdx.x, sum = 0;
  if (in[t] > 3) sum = __reduce_add_sync(0xffffffffu, in[t]);  // FAULT: divergent_barrier block 0 warp 0 lane 4
  out[t] = sum;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void reduce_in_branch_right(const int* in, int* out) {
  int t = threadIdx.x;
  int sum = __reduce_add_sync(0xffffffffu, in[t] > 3 ? in[t] : 0);
  out[t] = in[t] > 3 ? sum : 0;
}

// A loop's rounds differ by lane, and each has a shuffle of all.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out i32[32]
extern "C" __global__ void shuffle_rounds_differ(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
#pragma unroll 1
  for (int i = 0; i < in[t]; ++i) {
    v += __shfl_xor_sync(0xffffffffu, v, 1);  // FAULT: divergent_barrier block 0 warp 0
  }
  out[t] = v;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out i32[32]
extern "C" __global__ void shuffle_rounds_differ_right(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
#pragma unroll 1
  for (int i = 0; i < 3; ++i) {
    int other = __shfl_xor_sync(0xffffffffu, v, 1);
    if (i < in[t]) v += other;
  }
  out[t] = v;
}

// ldmatrix, which asks for a whole warp, by half of one.
// LAUNCH: grid 1 block 32
// ARGS: out u32[32]
extern "C" __global__ void matrix_by_half(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32];
  int t = threadIdx.x;
  tile[t] = t;
  __syncwarp();
  unsigned value = 0;
  if (t < 16) {
    unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + t % 8 * 4));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row));  // FAULT: undefined_sync block 0 warp 0
  }
  out[t] = value;
}
// LAUNCH: grid 1 block 32
// ARGS: out u32[32]
extern "C" __global__ void matrix_by_half_right(unsigned* out) {
  __shared__ __align__(16) unsigned tile[32];
  int t = threadIdx.x;
  tile[t] = t;
  __syncwarp();
  unsigned value = 0;
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + t % 8 * 4));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row));
  out[t] = t < 16 ? value : 0;
}

// A product of matrices by the lanes of a branch.
// LAUNCH: grid 1 block 32
// ARGS: in u32[64] iota, out f32[32]
extern "C" __global__ void product_by_half(const unsigned* in, float* out) {
  int t = threadIdx.x;
  unsigned a = in[t], b = in[t + 32];
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  if (t % 2 == 0) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, {%5}, {%0,%1,%2,%3};"  // FAULT: undefined_sync block 0 warp 0 (either end)
                 : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3) : "r"(a), "r"(b));  // FAULT: undefined_sync block 0 warp 0 (either end)
  }
  out[t] = c0 + c1 + c2 + c3;
}
// LAUNCH: grid 1 block 32
// ARGS: in u32[64] iota, out f32[32]
extern "C" __global__ void product_by_half_right(const unsigned* in, float* out) {
  int t = threadIdx.x;
  unsigned a = in[t], b = in[t + 32];
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4}, {%5}, {%0,%1,%2,%3};"
               : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3) : "r"(a), "r"(b));
  out[t] = t % 2 == 0 ? c0 + c1 + c2 + c3 : 0;
}
