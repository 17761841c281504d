// Other styles: matrices, cuda::barrier, cuda::pipeline, functors, structures, function pointers.
// TOOL: all
// nvcc: -arch=compute_80 -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// ldmatrix reads rows that other lanes have just written.
// LAUNCH: grid 1 block 32
// ARGS: in u32[128] iota, out u32[32]
extern "C" __global__ void matrix_rows_at_once(const uint4* in, unsigned* out) {
  __shared__ uint4 rows[32];
  int t = threadIdx.x;
  rows[t] = in[t];  // FAULT: race block 0 warp 0 (either end)
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(rows + (t + 8) % 32)), value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row) : "memory");  // FAULT: race block 0 warp 0 (either end)
  out[t] = value;
}
// LAUNCH: grid 1 block 32
// ARGS: in u32[128] iota, out u32[32]
extern "C" __global__ void matrix_rows_at_once_right(const uint4* in, unsigned* out) {
  __shared__ uint4 rows[32];
  int t = threadIdx.x;
  rows[t] = in[t];
  __syncwarp();
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(rows + (t + 8) % 32)), value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row) : "memory");
  out[t] = value;
}
// The rows of ldmatrix begin at multiples of 8 bytes.
// LAUNCH: grid 1 block 32
// ARGS: in u32[128] iota, out u32[32], value i32 8
extern "C" __global__ void matrix_rows_misaligned(const uint4* in, unsigned* out, int shift) {
  __shared__ uint4 rows[33];
  int t = threadIdx.x;
  rows[t] = in[t];
  if (t == 0) rows[32] = in[0];
  __syncwarp();
  unsigned row = static_cast<unsigned>(__cvta_generic_to_shared(rows + t)) + shift, value;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(value) : "r"(row) : "memory");  // FAULT: misaligned block 0 warp 0 lane 0
  out[t] = value;
}

// A loop ends by a flag in shared memory that one thread sets anew while others still read it.
// LAUNCH: grid 1 block 64
// ARGS: in i32[8] iota, out i32[64]
extern "C" __global__ void flag_of_loop(const int* in, int* out) {
  __shared__ bool done;
  int t = threadIdx.x, i = 0;
#pragma unroll 1
  do {
    if (t == 0) done = in[i] >= 4;  // FAULT: race block 0 (either end)
    __syncthreads();
    ++i;
  } while (!done);  // FAULT: race block 0 (either end)
  out[t] = i;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[8] iota, out i32[64]
extern "C" __global__ void flag_of_loop_right(const int* in, int* out) {
  __shared__ bool done;
  int t = threadIdx.x, i = 0;
  bool stops;
#pragma unroll 1
  do {
    if (t == 0) done = in[i] >= 4;
    __syncthreads();
    stops = done;
    __syncthreads();
    ++i;
  } while (!stops);
  out[t] = i;
}

// A scan of a block by warps: the warps' sums are read before all are there.
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] mod 5, out i32[128]
extern "C" __global__ void warp_sums_early(const int* in, int* out) {
  __shared__ int sums[4];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  for (int step = 1; step < 32; step *= 2) {
    int left = __shfl_up_sync(~0u, v, step);
    if (lane >= step) v += left;
  }
  if (lane == 31) sums[t / 32] = v;  // FAULT: race block 0 (either end)
  for (int warp = 0; warp < t / 32; ++warp) v += sums[warp];  // FAULT: race block 0 (either end)
  out[t] = v;
}
// LAUNCH: grid 1 block 128
// ARGS: in i32[128] mod 5, out i32[128]
extern "C" __global__ void warp_sums_early_right(const int* in, int* out) {
  __shared__ int sums[4];
  int t = threadIdx.x, lane = t % 32, v = in[t];
  for (int step = 1; step < 32; step *= 2) {
    int left = __shfl_up_sync(~0u, v, step);
    if (lane >= step) v += left;
  }
  if (lane == 31) sums[t / 32] = v;
  __syncthreads();
  for (int warp = 0; warp < t / 32; ++warp) v += sums[warp];
  out[t] = v;
}

// cuda::barrier: all arrive, and the readers forget to wait.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void arrived_not_waited(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ int tile[64];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  tile[t] = in[t];  // FAULT: race block 0 (either end)
  (void)bar.arrive();
  out[t] = tile[63 - t];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void arrived_not_waited_right(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ int tile[64];
  __shared__ Barrier bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads();
  tile[t] = in[t];
  bar.arrive_and_wait();
  int v = tile[63 - t];
  bar.arrive_and_wait();
  tile[t] = v;
  bar.wait(bar.arrive());
  out[t] = tile[t ^ 1];
}

// cuda::pipeline of one thread: the copies are committed, waited for, and released.
// LAUNCH: grid 1 block 64
// ARGS: in i32[256] iota, out i32[64]
extern "C" __global__ void pipeline_stages_right(const int* in, int* out) {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x, sum = 0;
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][t], in + t, sizeof(int), pipe);
  pipe.producer_commit();
#pragma unroll 1
  for (int k = 1; k < 4; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[k % 2][t], in + k * 64 + t, sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    sum += tile[(k - 1) % 2][t];
    pipe.consumer_release();
  }
  pipe.consumer_wait();
  out[t] = sum + tile[1][t];
}

// cg::memcpy_async of a block without its wait(), and with it.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void group_copy(const int* in, int* out) {
  __shared__ __align__(16) int tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * 64);
  block.sync();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // FAULT: race block 0
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void group_copy_right(const int* in, int* out) {
  __shared__ __align__(16) int tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof(int) * 64);
  cg::wait(block);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

struct Padded {
  char kind;
  int value;
};
// A structure with a hole is copied whole: nobody uses the hole.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[64]
extern "C" __global__ void copied_with_hole_right(const int* in, Padded* out) {
  __shared__ Padded items[32];
  int t = threadIdx.x;
  items[t].kind = static_cast<char>(t);
  items[t].value = in[t];
  __syncwarp();
  out[t] = items[31 - t];
}
// One of the structure's members is missing, and used.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[64]
extern "C" __global__ void member_unset(const int* in, Padded* out) {
  __shared__ Padded items[32];
  int t = threadIdx.x;
  items[t].value = in[t];
  __syncwarp();
  out[t].value = items[31 - t].value;
  out[t].kind = items[31 - t].kind;  // FAULT: uninitialized_read block 0 warp 0 lane 0
}

struct Twice {
  __device__ int operator()(int v) const { return 2 * v; }
};
template <class F>
__device__ void apply(const int* in, int* out, int n, F f) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x) out[i] = f(in[i]);  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// A functor's loop counts one too many.
// LAUNCH: grid 1 block 32
// ARGS: in i32[65] iota, out i32[64], value i32 64
extern "C" __global__ void functor_past_end(const int* in, int* out, int n) {
  apply(in, out, n, Twice());
}
template <class F>
__device__ void apply_to_all(const int* in, int* out, int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = f(in[i]);
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[64] iota, out i32[64], value i32 64
extern "C" __global__ void functor_past_end_right(const int* in, int* out, int n) {
  apply_to_all(in, out, n, [n](int v) { return v + n; });
}

__device__ __noinline__ void wait_here() {
  __syncthreads();  // FAULT: divergent_barrier block 0
}
__device__ __noinline__ void go_on() {}
__device__ void (*const kWays[2])() = {go_on, wait_here};
// A function pointer leads one warp to a barrier, and the other past it.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 2, out i32[64]
extern "C" __global__ void pointer_to_barrier(const int* in, int* out) {
  int t = threadIdx.x;
  kWays[in[t / 32]]();
  out[t] = t;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] all 1, out i32[64]
extern "C" __global__ void pointer_to_barrier_right(const int* in, int* out) {
  int t = threadIdx.x;
  kWays[in[t / 32]]();
  out[t] = t;
}

__device__ __noinline__ int element(const int* p, int i) {
  return p[i];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// A generic pointer to shared memory goes past the block's.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32], value i32 32
extern "C" __global__ void generic_past_shared(const int* in, int* out, int shift) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
  out[t] = element(tile, t + shift);
}

// A reduction of an odd number of elements takes one from behind the tile.
// LAUNCH: grid 1 block 32
// ARGS: in i32[31] iota, out i32[1], value i32 31
extern "C" __global__ void odd_reduction(const int* in, int* out, int n) {
  __shared__ int tile[31];
  int t = threadIdx.x;
  if (t < n) tile[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int half = (n + 1) / 2; half > 0; half = half > 1 ? (half + 1) / 2 : 0) {
    int v = t < half ? tile[t + half] : 0;  // FAULT: out_of_bounds block 0 warp 0 lane 15
    __syncthreads();
    if (t < half) tile[t] += v;
    __syncthreads();
  }
  if (t == 0) *out = tile[0];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[31] iota, out i32[1], value i32 31
extern "C" __global__ void odd_reduction_right(const int* in, int* out, int n) {
  __shared__ int tile[31];
  int t = threadIdx.x;
  if (t < n) tile[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int left = n; left > 1; left = (left + 1) / 2) {
    int half = (left + 1) / 2;
    if (t + half < left) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) *out = tile[0];
}

// Two threads write two bit fields of one word: each writes the whole word.
struct Flags {
  unsigned low : 5, high : 27;
};
// LAUNCH: grid 1 block 64
// ARGS: in u32[64] iota, out u32[64]
extern "C" __global__ void bit_fields(const unsigned* in, unsigned* out) {
  __shared__ Flags flags[32];
  int t = threadIdx.x;
  if (t < 32) flags[t] = {0, 0};
  __syncthreads();
  if (t < 32) flags[t].low = in[t];         // FAULT: race block 0 (either end)
  if (t >= 32) flags[t - 32].high = in[t];  // FAULT: race block 0 (either end)
  __syncthreads();
  out[t] = flags[t % 32].low + flags[t % 32].high;
}
// LAUNCH: grid 1 block 64
// ARGS: in u32[64] iota, out u32[64]
extern "C" __global__ void bit_fields_right(const unsigned* in, unsigned* out) {
  __shared__ Flags flags[32];
  int t = threadIdx.x;
  if (t < 32) flags[t] = {0, 0};
  __syncthreads();
  if (t < 32) flags[t].low = in[t];
  __syncthreads();
  if (t >= 32) flags[t - 32].high = in[t];
  __syncthreads();
  out[t] = flags[t % 32].low + flags[t % 32].high;
}

// An atomic update by compare and swap of floats, and a maximum by one.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[1]
extern "C" __global__ void compare_and_swap_right(const float* in, float* out) {
  __shared__ unsigned sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  unsigned seen = atomicAdd(&sum, 0u), wanted;
  do {
    wanted = seen;
    seen = atomicCAS(&sum, wanted, __float_as_uint(__uint_as_float(wanted) + in[t]));
  } while (seen != wanted);
  __syncthreads();
  if (t == 0) *out = __uint_as_float(sum);
}

// What a plain read has guessed is looked at by the compare and swap.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[1]
extern "C" __global__ void guessed_and_swapped_right(const float* in, float* out) {
  __shared__ unsigned sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  unsigned seen = sum, wanted;
  do {
    wanted = seen;
    seen = atomicCAS(&sum, wanted, __float_as_uint(__uint_as_float(wanted) + in[t]));
  } while (seen != wanted);
  __syncthreads();
  if (t == 0) *out = __uint_as_float(sum);
}

// red.shared and a plain read in another warp.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void reduction_and_read(const int* in, int* out) {
  __shared__ int sum;
  int t = threadIdx.x;
  if (t == 0) sum = 0;
  __syncthreads();
  if (t < 32) atomicAdd(&sum, in[t]);  // FAULT: race block 0 (either end)
  if (t >= 32) out[t - 32] = sum;      // FAULT: race block 0 (either end)
}

// A fill with zeros by cp.async, for what lies past the end.
// LAUNCH: grid 1 block 32
// ARGS: in f32[100] iota, out f32[128]
extern "C" __global__ void filled_with_zeros_right(const float* in, float* out) {
  __shared__ __align__(16) float tile[128];
  int t = threadIdx.x, bytes = 4 * t < 100 ? 16 : 0;
  unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile + 4 * t));
  const float* from = bytes == 0 ? in : in + 4 * t;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  for (int k = 0; k < 4; ++k) out[32 * k + t] = tile[127 - 32 * k - t];
}

// A local array read as wider words at an odd place.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out i32[32]
extern "C" __global__ void local_misaligned(const int* in, int* out) {
  int t = threadIdx.x;
  alignas(8) char bytes[16];
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<char>(in[t] + i);
  out[t] = *reinterpret_cast<int*>(bytes + in[t]) + bytes[in[(t + 1) % 32]];  // FAULT: misaligned block 0 warp 0 lane 1
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] mod 4, out i32[32]
extern "C" __global__ void local_misaligned_right(const int* in, int* out) {
  int t = threadIdx.x;
  alignas(8) char bytes[16];
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<char>(in[t] + i);
  out[t] = *reinterpret_cast<int*>(bytes + 4 * in[t]) + bytes[in[(t + 1) % 32]];
}

struct __align__(16) Point {
  float x, y, z;
};
// A structure of 12 bytes is copied by words of 16, twice: nobody uses the last four.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[128], out f32[128]
extern "C" __global__ void padded_points_right(const float* in, Point* middle, Point* out) {
  __shared__ Point points[32];
  int t = threadIdx.x;
  points[t].x = in[t];
  points[t].y = in[t] + 1;
  points[t].z = in[t] + 2;
  __syncwarp();
  reinterpret_cast<float4*>(middle)[t] = reinterpret_cast<const float4*>(points)[31 - t];
  middle[t].x += 1;
  reinterpret_cast<float4*>(out)[t] = __ldcg(reinterpret_cast<const float4*>(middle) + t);
}
// The same, and the last four are used.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[128]
extern "C" __global__ void padding_used(const float* in, float* out) {
  __shared__ Point points[32];
  int t = threadIdx.x;
  points[t].x = in[t];
  points[t].y = in[t] + 1;
  points[t].z = in[t] + 2;
  __syncwarp();
  float4 p = reinterpret_cast<const float4*>(points)[31 - t];  // FAULT: uninitialized_read block 0 warp 0 lane 0
  out[t] = p.x + p.w;
}
