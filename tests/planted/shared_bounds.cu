// Shared memory: an index past the block's memory, or past its own array.
// TOOL: memcheck
// nvcc: -arch=compute_80

// A tile of one warp, filled by two.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void tile_too_small(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];  // FAULT: out_of_bounds block 0 warp 1 lane 0
  __syncthreads();
  out[t] = tile[31 - t % 32];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void tile_too_small_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[63 - t];
}

// The launch asks for half of the dynamic shared memory that the kernel uses.
// LAUNCH: grid 2 block 64 shared 128
// ARGS: in f32[128] iota, out f32[128]
extern "C" __global__ void dynamic_too_small(const float* in, float* out) {
  extern __shared__ float dynamic_tile[];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  dynamic_tile[t] = in[i];  // FAULT: out_of_bounds block 0 warp 1 lane 0
  __syncthreads();
  out[i] = dynamic_tile[t ^ 1];
}
// LAUNCH: grid 2 block 64 shared 256
// ARGS: in f32[128] iota, out f32[128]
extern "C" __global__ void dynamic_too_small_right(const float* in, float* out) {
  extern __shared__ float dynamic_tile[];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  dynamic_tile[t] = in[i];
  __syncthreads();
  out[i] = dynamic_tile[t ^ 1];
}

// A launch without any dynamic shared memory.
// LAUNCH: grid 1 block 32
// ARGS: in f64[32] iota, out f64[32]
extern "C" __global__ void dynamic_missing(const double* in, double* out) {
  extern __shared__ double dynamic_doubles[];
  int t = threadIdx.x;
  dynamic_doubles[t] = in[t];  // FAULT: out_of_bounds block 0 warp 0 lane 0
  __syncwarp();
  out[t] = dynamic_doubles[31 - t];
}
// LAUNCH: grid 1 block 32 shared 256
// ARGS: in f64[32] iota, out f64[32]
extern "C" __global__ void dynamic_missing_right(const double* in, double* out) {
  extern __shared__ double dynamic_doubles[];
  int t = threadIdx.x;
  dynamic_doubles[t] = in[t];
  __syncwarp();
  out[t] = dynamic_doubles[31 - t];
}

// A halo on the left for which the tile has no room: below the block's memory.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void halo_before_tile(const float* in, float* out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[t - 1] + tile[t];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void halo_before_tile_right(const float* in, float* out) {
  __shared__ float tile[65];
  int t = threadIdx.x;
  if (t == 0) tile[0] = 0;
  tile[t + 1] = in[t];
  __syncthreads();
  out[t] = tile[t] + tile[t + 1];
}

// One bin for each value, but the largest value's is missing: an atomic past shared memory.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 17, out i32[16]
extern "C" __global__ void shared_atomic_past_bins(const int* in, int* out) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);  // FAULT: out_of_bounds block 0
  __syncthreads();
  if (t < 16) out[t] = bins[t];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 17, out i32[16]
extern "C" __global__ void shared_atomic_past_bins_right(const int* in, int* out) {
  __shared__ int bins[17];
  int t = threadIdx.x;
  if (t < 17) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  if (t < 16) out[t] = bins[t];
}

// An index leaves its array for the next one: inside of the block's memory.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 1
extern "C" __global__ void into_next_array(const int* in, int* out, int shift) {
  __shared__ struct {
    int first[32];
  } a;
  __shared__ struct {
    int second[32];
  } b;
  int t = threadIdx.x;
  a.first[t] = in[t];
  b.second[t] = -in[t];
  __syncthreads();
  int near = a.first[t + shift];    // FAULT: out_of_bounds (either end)
  int other = b.second[t + shift];  // FAULT: out_of_bounds (either end)
  out[t] = near + other;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 1
extern "C" __global__ void into_next_array_right(const int* in, int* out, int shift) {
  __shared__ int a[33], b[33];
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = -in[t];
  if (t == 0) a[32] = b[32] = 0;
  __syncthreads();
  out[t] = a[t + shift] + b[t + shift];
}

// A two-dimensional tile without the extra column that the index assumes, in a larger block memory.
// LAUNCH: grid 1 block 8x8
// ARGS: in i32[64] iota, out i32[64], value i32 9
extern "C" __global__ void padded_index(const int* in, int* out, int pitch) {
  __shared__ int tile[64];
  __shared__ int other[64];
  int x = threadIdx.x, y = threadIdx.y;
  other[y * 8 + x] = 1;
  __syncthreads();
  tile[y * pitch + x] = in[y * 8 + x];  // FAULT: out_of_bounds block 0 warp 1
  __syncthreads();
  out[y * 8 + x] = tile[x * 8 + y] + other[y * 8 + x];
}
// LAUNCH: grid 1 block 8x8
// ARGS: in i32[64] iota, out i32[64], value i32 9
extern "C" __global__ void padded_index_right(const int* in, int* out, int pitch) {
  __shared__ int tile[72];
  __shared__ int other[64];
  int x = threadIdx.x, y = threadIdx.y;
  other[y * 8 + x] = 1;
  __syncthreads();
  tile[y * pitch + x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = tile[x * pitch + y] + other[y * 8 + x];
}

// Two parts of dynamic memory: the second starts a row too late.
// LAUNCH: grid 1 block 32 shared 256
// ARGS: in i32[32] iota, out i32[32], value i32 33
extern "C" __global__ void dynamic_parts(const int* in, int* out, int start) {
  extern __shared__ int parts[];
  int t = threadIdx.x;
  parts[t] = in[t];
  parts[start + t] = 2 * in[t];  // FAULT: out_of_bounds block 0 warp 0 lane 31
  __syncwarp();
  out[t] = parts[31 - t] + parts[start + t];  // FAULT: out_of_bounds block 0 warp 0 lane 31 (either end)
}
// LAUNCH: grid 1 block 32 shared 256
// ARGS: in i32[32] iota, out i32[32], value i32 32
extern "C" __global__ void dynamic_parts_right(const int* in, int* out, int start) {
  extern __shared__ int parts[];
  int t = threadIdx.x;
  parts[t] = in[t];
  parts[start + t] = 2 * in[t];
  __syncwarp();
  out[t] = parts[31 - t] + parts[start + t];
}

// A vector of the tile's last 8 bytes reads 16.
// LAUNCH: grid 1 block 16
// ARGS: in f32[62] iota, out f32[64]
extern "C" __global__ void shared_vector_over_end(const float* in, float4* out) {
  __shared__ __align__(16) float tile[62];
  int t = threadIdx.x;
  for (int i = t; i < 62; i += 16) tile[i] = in[i];
  __syncthreads();
  out[t] = *reinterpret_cast<float4*>(tile + 4 * t);  // FAULT: out_of_bounds block 0 warp 0 lane 15
}
// LAUNCH: grid 1 block 16
// ARGS: in f32[62] iota, out f32[64]
extern "C" __global__ void shared_vector_over_end_right(const float* in, float4* out) {
  __shared__ __align__(16) float tile[64];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 16) tile[i] = i < 62 ? in[i] : 0;
  __syncthreads();
  out[t] = *reinterpret_cast<float4*>(tile + 4 * t);
}

// cp.async writes a 16-byte vector past the tile.
// LAUNCH: grid 1 block 32
// ARGS: in f32[128] iota, out f32[128]
extern "C" __global__ void async_past_tile(const float4* in, float4* out) {
  __shared__ float4 tile[31];
  int t = threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + t));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t) : "memory");  // FAULT: out_of_bounds block 0 warp 0 lane 31
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  if (t < 31) out[t] = tile[30 - t];
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[128] iota, out f32[128]
extern "C" __global__ void async_past_tile_right(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + t));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[t] = tile[31 - t];
}

// cp.async reads past the end of its source.
// LAUNCH: grid 1 block 32
// ARGS: in f32[124] iota, out f32[128]
extern "C" __global__ void async_past_source(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + t));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t) : "memory");  // FAULT: out_of_bounds block 0 warp 0 lane 31
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[t] = tile[31 - t];
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[124] iota, out f32[128]
extern "C" __global__ void async_past_source_right(const float4* in, float4* out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x, bytes = t < 31 ? 16 : 0;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + t));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(in + t), "r"(bytes) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[t] = tile[31 - t];
}

// ldmatrix is given a row past the tile.
// LAUNCH: grid 1 block 32
// ARGS: out u32[32], value i32 1
extern "C" __global__ void matrix_row_past_tile(unsigned* out, int shift) {
  __shared__ __align__(16) unsigned tile[32];
  int t = threadIdx.x;
  tile[t] = t;
  __syncwarp();
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + (t % 8 + shift) * 4)), value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row));  // FAULT: out_of_bounds block 0 warp 0 lane 7
  out[t] = value;
}
// LAUNCH: grid 1 block 32
// ARGS: out u32[32], value i32 0
extern "C" __global__ void matrix_row_past_tile_right(unsigned* out, int shift) {
  __shared__ __align__(16) unsigned tile[32];
  int t = threadIdx.x;
  tile[t] = t;
  __syncwarp();
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(tile + (t % 8 + shift) * 4)), value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row));
  out[t] = value;
}

struct Queue {
  int size;
  int items[16];
};
// A queue of 16 in shared memory takes 32: the rest goes where the next queue begins.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void queue_overflows(int* out) {
  __shared__ Queue queue;
  int t = threadIdx.x;
  if (t == 0) queue.size = 0;
  __syncthreads();
  int place = atomicAdd(&queue.size, 1);
  queue.items[place] = t;  // FAULT: out_of_bounds block 0 warp 0
  __syncthreads();
  out[t] = queue.items[t % 16];
}
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void queue_overflows_right(int* out) {
  __shared__ Queue queue;
  int t = threadIdx.x;
  if (t == 0) queue.size = 0;
  __syncthreads();
  int place = atomicAdd(&queue.size, 1);
  if (place < 16) queue.items[place] = t;
  __syncthreads();
  out[t] = queue.items[t % 16];
}
