// Memory that is read before anything has written it: global, shared, local.
// TOOL: initcheck
// nvcc: -arch=compute_80

// A sum begins with what the buffer happened to hold.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void out_added_to(const float* in, float* out) {
  int t = threadIdx.x;
  out[t] += in[t];  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, inout f32[64]
extern "C" __global__ void out_added_to_right(const float* in, float* out) {
  int t = threadIdx.x;
  out[t] += in[t];
}

// Only the even elements are set before all are read.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[64], out i32[32]
extern "C" __global__ void half_set(const int* in, int* scratch, int* out) {
  int t = threadIdx.x;
  scratch[2 * t] = in[t];
  __syncwarp();
  out[t] = scratch[t];  // FAULT: uninitialized_read block 0 warp 0 lane 1
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[64], out i32[32]
extern "C" __global__ void half_set_right(const int* in, int* scratch, int* out) {
  int t = threadIdx.x;
  scratch[2 * t] = in[t];
  __syncwarp();
  out[t] = scratch[2 * (31 - t)];
}

// A counter that nobody set to zero.
// LAUNCH: grid 2 block 32
// ARGS: out u32[1], out u32[64]
extern "C" __global__ void counter_unset(unsigned* counter, unsigned* places) {
  unsigned i = blockIdx.x * 32 + threadIdx.x;
  places[i] = atomicAdd(counter, 1u);  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 2 block 32
// ARGS: inout u32[1], out u32[64]
extern "C" __global__ void counter_unset_right(unsigned* counter, unsigned* places) {
  unsigned i = blockIdx.x * 32 + threadIdx.x;
  places[i] = atomicAdd(counter, 1u);
}

// The row that the guard left out is read by the next step.
// LAUNCH: grid 1 block 8x8
// ARGS: in f32[64] iota, out f32[64], out f32[64]
extern "C" __global__ void row_left_out(const float* in, float* middle, float* out) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 8 + x;
  if (y < 7) middle[i] = 2 * in[i];
  __syncthreads();
  out[i] = middle[(7 - y) * 8 + x];  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 8x8
// ARGS: in f32[64] iota, out f32[64], out f32[64]
extern "C" __global__ void row_left_out_right(const float* in, float* middle, float* out) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 8 + x;
  middle[i] = y < 7 ? 2 * in[i] : 0;
  __syncthreads();
  out[i] = middle[(7 - y) * 8 + x];
}

// Vectors of four of which three elements are set.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[128], out f32[32]
extern "C" __global__ void vector_partly_set(const float* in, float* points, float* out) {
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) points[4 * t + k] = in[t] * k;
  float4 p = __ldcg(reinterpret_cast<const float4*>(points) + t);  // FAULT: uninitialized_read block 0 warp 0 lane 0
  out[t] = p.x + p.y + p.z + p.w;
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[128], out f32[32]
extern "C" __global__ void vector_partly_set_right(const float* in, float* points, float* out) {
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k) points[4 * t + k] = in[t] * k;
  float4 p = __ldcg(reinterpret_cast<const float4*>(points) + t);
  out[t] = p.x + p.y + p.z + p.w;
}

// The index of the element to read was never set.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], out i32[32]
extern "C" __global__ void index_unset(const int* in, int* where, int* out) {
  int t = threadIdx.x;
  out[t] = in[where[t] & 31];  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, inout i32[32] iota, out i32[32]
extern "C" __global__ void index_unset_right(const int* in, int* where, int* out) {
  int t = threadIdx.x;
  out[t] = in[where[t] & 31];
}

// A padded element is loaded together with others and thrown away: right.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[128], out f32[32]
extern "C" __global__ void padding_unused_right(const float* in, float* points, float* out) {
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) points[4 * t + k] = in[t] * k;
  float4 p = __ldcg(reinterpret_cast<const float4*>(points) + t);
  out[t] = p.x + p.y + p.z;
}

// A tile of which the block fills all but the last column.
// LAUNCH: grid 1 block 8x8
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void tile_column_unset(const float* in, float* out) {
  __shared__ float tile[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 7) tile[y][x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = tile[x][y];  // FAULT: uninitialized_read block 0 warp 1 lane 24
}
// LAUNCH: grid 1 block 8x8
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void tile_column_unset_right(const float* in, float* out) {
  __shared__ float tile[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = x < 7 ? in[y * 8 + x] : 0;
  __syncthreads();
  out[y * 8 + x] = tile[x][y];
}

// The halo of a stencil in shared memory was not loaded.
// LAUNCH: grid 2 block 32
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void halo_unset(const float* in, float* out) {
  __shared__ float tile[34];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 1] = in[i];
  __syncthreads();
  out[i] = tile[t] + tile[t + 1] + tile[t + 2];  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 2 block 32
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void halo_unset_right(const float* in, float* out) {
  __shared__ float tile[34];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  tile[t + 1] = in[i];
  if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  if (t == 31) tile[33] = i < 63 ? in[i + 1] : 0;
  __syncthreads();
  out[i] = tile[t] + tile[t + 1] + tile[t + 2];
}

// The bins of a histogram were not set to zero.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 8, out i32[8]
extern "C" __global__ void bins_unset(const int* in, int* out) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  atomicAdd(&bins[in[t]], 1);  // FAULT: uninitialized_read block 0 warp 0 lane 0
  __syncthreads();
  if (t < 8) out[t] = bins[t];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 8, out i32[8]
extern "C" __global__ void bins_unset_right(const int* in, int* out) {
  __shared__ int bins[8];
  int t = threadIdx.x;
  if (t < 8) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  if (t < 8) out[t] = bins[t];
}

// A running maximum in shared memory has no first value.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 50, out i32[1]
extern "C" __global__ void maximum_unset(const int* in, int* out) {
  __shared__ int best;
  atomicMax(&best, in[threadIdx.x]);  // FAULT: uninitialized_read block 0 warp 0 lane 0
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 50, out i32[1]
extern "C" __global__ void maximum_unset_right(const int* in, int* out) {
  __shared__ int best;
  if (threadIdx.x == 0) best = in[0];
  __syncthreads();
  atomicMax(&best, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = best;
}

// A reduction over a whole tile of which the last block fills a part.
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[2], value i32 100
extern "C" __global__ void reduction_tail_unset(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (i < n) tile[t] = in[i];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];  // FAULT: uninitialized_read block 1 warp 0 lane 4
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[100] iota, out i32[2], value i32 100
extern "C" __global__ void reduction_tail_unset_right(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  tile[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

// A flag in shared memory decides what is done, and nobody set it.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void flag_unset(const int* in, int* out) {
  __shared__ int found;
  int t = threadIdx.x;
  if (in[t] > 100) found = in[t];
  __syncthreads();
  out[t] = found ? in[t] : -1;  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void flag_unset_right(const int* in, int* out) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  if (in[t] > 100) found = in[t];
  __syncthreads();
  out[t] = found ? in[t] : -1;
}

// Dynamic shared memory: the second half is read and never written.
// LAUNCH: grid 1 block 32 shared 256
// ARGS: in f32[32] iota, out f32[32]
extern "C" __global__ void dynamic_half_unset(const float* in, float* out) {
  extern __shared__ float unset_part[];
  int t = threadIdx.x;
  unset_part[t] = in[t];
  __syncwarp();
  out[t] = unset_part[t] + unset_part[t + 32];  // FAULT: uninitialized_read block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32 shared 256
// ARGS: in f32[32] iota, out f32[32]
extern "C" __global__ void dynamic_half_unset_right(const float* in, float* out) {
  extern __shared__ float unset_part[];
  int t = threadIdx.x;
  unset_part[t] = in[t];
  unset_part[t + 32] = 0;
  __syncwarp();
  out[t] = unset_part[t] + unset_part[t + 32];
}

// Shared memory that is loaded ahead of the guard, and used behind it: right.
// LAUNCH: grid 1 block 64
// ARGS: in i32[48] iota, out i32[64], value i32 48
extern "C" __global__ void loaded_unused_right(const int* in, int* out, int n) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (t < n) tile[t] = in[t];
  __syncthreads();
  int v = tile[63 - t];
  out[t] = 63 - t < n ? v : -1;
}

// A local array of which the loop fills too little.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 8, out i32[32], value i32 7
extern "C" __global__ void local_unset(const int* in, int* out, int n) {
  int t = threadIdx.x, values[8];
#pragma unroll 1
  for (int i = 0; i < n; ++i) values[i] = in[t] + i;
  out[t] = values[in[t]];  // FAULT: uninitialized_read block 0 warp 0 lane 7
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 8, out i32[32], value i32 8
extern "C" __global__ void local_unset_right(const int* in, int* out, int n) {
  int t = threadIdx.x, values[8];
#pragma unroll 1
  for (int i = 0; i < n; ++i) values[i] = in[t] + i;
  out[t] = values[in[t]];
}

// A counter of each kind in a local array, not begun at zero.
// LAUNCH: grid 1 block 32
// ARGS: in i32[256] mod 4, out i32[32], value i32 4
extern "C" __global__ void local_counters_unset(const int* in, int* out, int kinds) {
  int t = threadIdx.x, counts[4];
#pragma unroll 1
  for (int i = 1; i < kinds; ++i) counts[i] = 0;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) counts[in[t * 8 + i]] += 1;  // FAULT: uninitialized_read block 0 warp 0 lane 0 (either end)
  out[t] = counts[in[t]];  // FAULT: uninitialized_read block 0 warp 0 lane 0 (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[256] mod 4, out i32[32], value i32 4
extern "C" __global__ void local_counters_unset_right(const int* in, int* out, int kinds) {
  int t = threadIdx.x, counts[4];
#pragma unroll 1
  for (int i = 0; i < kinds; ++i) counts[i] = 0;
#pragma unroll 1
  for (int i = 0; i < 8; ++i) counts[in[t * 8 + i]] += 1;
  out[t] = counts[in[t]];
}

// The last block adds what the others stored: one of them stored nothing.
// LAUNCH: grid 4 block 32
// ARGS: in i32[128] iota, out i32[4], inout u32[1], out i32[1]
extern "C" __global__ void last_block_unset(const int* in, volatile int* part, unsigned* done, int* out) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  int sum = __reduce_add_sync(~0u, in[blockIdx.x * 32 + t]);
  if (t == 0) {
    if (blockIdx.x != 2) part[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) out[0] = part[0] + part[1] + part[2] + part[3];  // FAULT: uninitialized_read
}
// LAUNCH: grid 4 block 32
// ARGS: in i32[128] iota, out i32[4], inout u32[1], out i32[1]
extern "C" __global__ void last_block_unset_right(const int* in, volatile int* part, unsigned* done, int* out) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  int sum = __reduce_add_sync(~0u, in[blockIdx.x * 32 + t]);
  if (t == 0) {
    part[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) out[0] = part[0] + part[1] + part[2] + part[3];
}
