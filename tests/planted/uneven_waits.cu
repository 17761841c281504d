// Waits to which only some threads come, and loops that count their rounds for ever.
// TOOL: synccheck
// nvcc: -arch=compute_80

// Groups of two warps; the extra barrier is for the first of each.
// LAUNCH: grid 1 block 32x8
// ARGS: in i32[256] iota, out i32[32]
extern "C" __global__ void barrier_of_some_warps(const int* in, int* out) {
  __shared__ int part[8][32], all[32];
  int lane = threadIdx.x, warp = threadIdx.y;
  part[warp][lane] = in[warp * 32 + lane];
  __syncthreads();
  if (warp % 2 == 0) {
    int sum = part[warp][lane] + part[warp + 1][lane];
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 0 lane 0
    part[warp][lane] = sum;
  }
  __syncthreads();
  if (warp == 0) {
    int sum = 0;
    for (int w = 0; w < 8; w += 2) sum += part[w][lane];
    all[lane] = sum;
  }
  __syncthreads();
  if (warp == 1) out[lane] = all[lane];
}
// LAUNCH: grid 1 block 32x8
// ARGS: in i32[256] iota, out i32[32]
extern "C" __global__ void barrier_of_some_warps_right(const int* in, int* out) {
  __shared__ int part[8][32], all[32];
  int lane = threadIdx.x, warp = threadIdx.y, sum = 0;
  part[warp][lane] = in[warp * 32 + lane];
  __syncthreads();
  if (warp % 2 == 0) sum = part[warp][lane] + part[warp + 1][lane];
  __syncthreads();
  if (warp % 2 == 0) part[warp][lane] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = 0;
    for (int w = 0; w < 8; w += 2) sum += part[w][lane];
    all[lane] = sum;
  }
  __syncthreads();
  if (warp == 1) out[lane] = all[lane];
}

// A loop's barrier is met as often as the warp has rounds, and then there is another one.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64], value i32 2
extern "C" __global__ void rounds_then_barrier(const int* in, int* out, int rounds) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  tile[t] = in[t];
#pragma unroll 1
  for (int i = 0; i < rounds + t / 32; ++i) {
    __syncthreads();  // FAULT: divergent_barrier block 0 warp 1 lane 0
    sum += tile[(t + i) % 32 + t / 32 * 32];
  }
  __syncthreads();
  out[t] = sum;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64], value i32 2
extern "C" __global__ void rounds_then_barrier_right(const int* in, int* out, int rounds) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  tile[t] = in[t];
#pragma unroll 1
  for (int i = 0; i < rounds + 1; ++i) {
    __syncthreads();
    if (i < rounds + t / 32) sum += tile[(t + i) % 64];
  }
  __syncthreads();
  out[t] = sum;
}
// Roles that change from round to round: every warp comes to as many barriers.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void roles_change_right(const int* in, int* out) {
  __shared__ int tile[2][64];
  int t = threadIdx.x, warp = t / 32, sum = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i) {
    if ((i + warp) % 2 == 0) {
      tile[i % 2][t] = in[t] + i;
      __syncthreads();
      sum += tile[i % 2][t];
    } else {
      tile[i % 2][t] = in[t] - i;
      __syncthreads();
      sum -= tile[i % 2][t ^ 32];
    }
  }
  out[t] = sum;
}

// The vote names all lanes, and those of the other arm never come.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void vote_of_one_arm(const int* in, unsigned* out) {
  int t = threadIdx.x;
  if (in[t] & 1) {
    out[t] = __ballot_sync(0xffffffffu, in[t] > 8);  // FAULT: divergent_barrier block 0 warp 0
  } else {
    out[t] = 0;
  }
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void vote_of_one_arm_right(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned votes = __ballot_sync(0xffffffffu, in[t] > 8);
  out[t] = in[t] & 1 ? votes : 0;
}
// Lanes past the size have exited: a vote of all that are left.
// LAUNCH: grid 1 block 32
// ARGS: in i32[20] iota, out u32[20], value i32 20
extern "C" __global__ void vote_behind_guard_right(const int* in, unsigned* out, int n) {
  int t = threadIdx.x;
  if (t >= n) return;
  out[t] = __ballot_sync(0xffffffffu, in[t] > 8);
}
// The same of a match and a reduction.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void match_of_one_arm(const int* in, unsigned* out) {
  int t = threadIdx.x;
  if (in[t] < 10) {
    out[t] = __match_any_sync(0xffffffffu, in[t] / 2);  // FAULT: divergent_barrier block 0 warp 0
  } else {
    out[t] = 7;
  }
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void match_of_one_arm_right(const int* in, unsigned* out) {
  int t = threadIdx.x;
  unsigned lanes = __ballot_sync(0xffffffffu, in[t] < 10);
  if (in[t] < 10) {
    out[t] = __match_any_sync(lanes, in[t] / 2);
  } else {
    out[t] = 7;
  }
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out u32[32]
extern "C" __global__ void reduction_of_one_arm(const int* in, unsigned* out) {
  int t = threadIdx.x;
  if (in[t] % 3 == 0) {
    out[t] = __reduce_add_sync(0xffffffffu, in[t]);  // FAULT: divergent_barrier block 0 warp 0
  } else {
    out[t] = 1;
  }
}

// What the first warp's lanes read goes through shuffles before any of them writes: nothing can
// go wrong.
// LAUNCH: grid 1 block 32x4
// ARGS: in f32[512] iota, out f32[1]
extern "C" __global__ void mean_by_shuffles_right(const float* in, float* out) {
  __shared__ float sums[4];
  int lane = threadIdx.x, warp = threadIdx.y;
  float v = 0;
  for (int i = warp * 32 + lane; i < 512; i += 128) v += in[i] * in[i];
  for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < 4 ? sums[lane] : 0.f;
    for (int o = 16; o; o /= 2) v += __shfl_xor_sync(~0u, v, o);
    sums[0] = v;
  }
  __syncthreads();
  if (warp == 0 && lane == 0) out[0] = sums[0] / 512;
}
// Only half of what is read goes to the lanes that write.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void written_before_read(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
  int v = tile[t ^ 3];  // FAULT: race block 0 warp 0 (either end)
  v += __shfl_xor_sync(~0u, v, 1);
  tile[t] = v;  // FAULT: race block 0 warp 0 (either end)
  __syncwarp();
  out[t] = tile[t];
}

// The increment that calls the second ticket is lost; how often it was waited for is counted.
// LAUNCH: grid 2 block 32
// ARGS: inout i32[1], inout i32[1], out i32[2]
extern "C" __global__ void ticket_not_called(int* next, int* serving, int* out) {
  if (threadIdx.x != 0) return;
  int rounds = 0, ticket = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != ticket) ++rounds;  // FAULT: deadlock
  out[blockIdx.x] = rounds;
  __threadfence();
  atomicExch(serving, ticket);
}
// LAUNCH: grid 2 block 32
// ARGS: inout i32[1], inout i32[1], out i32[2]
extern "C" __global__ void ticket_not_called_right(int* next, int* serving, int* out) {
  if (threadIdx.x != 0) return;
  int rounds = 0, ticket = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != ticket) ++rounds;
  out[blockIdx.x] = rounds;
  __threadfence();
  atomicExch(serving, ticket + 1);
}

// A search goes round in a table that has no free place.
// LAUNCH: grid 2 block 32
// ARGS: in i32[64] all 5, out i32[64]
extern "C" __global__ void full_table(const int* table, int* out) {
  int at = threadIdx.x, rounds = 0;
  while (table[at] != 0) {  // FAULT: no_end (either end)
    at = (at + 1) % 64;  // FAULT: no_end (either end)
    ++rounds;  // FAULT: no_end (either end)
  }
  out[blockIdx.x * 32 + threadIdx.x] = rounds;
}
// LAUNCH: grid 2 block 32
// ARGS: in i32[64] mod 40, out i32[64]
extern "C" __global__ void full_table_right(const int* table, int* out) {
  int at = threadIdx.x, rounds = 0;
  while (table[at] != 0) {
    at = (at + 1) % 64;
    ++rounds;
  }
  out[blockIdx.x * 32 + threadIdx.x] = rounds;
}
