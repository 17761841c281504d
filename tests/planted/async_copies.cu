// cp.async and its groups: what is read before it has arrived, or overwritten on its way.
// TOOL: racecheck
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>

// A copy that nobody waits for; the block's barrier alone does not.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void copy_not_waited_for(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);  // FAULT: race block 0 (either end)
  __pipeline_commit();
  __syncthreads();
  out[t] = tile[63 - t];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void copy_not_waited_for_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}

// Each thread waits for its own copies, and reads another's without a barrier.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void copy_of_another(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);  // FAULT: race block 0 (either end)
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[63 - t];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void copy_of_another_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[t];
}

// Two groups under way, and the wait leaves one too many.
// LAUNCH: grid 1 block 64
// ARGS: in f32[128] iota, out f32[64]
extern "C" __global__ void one_group_left(const float* in, float* out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    __pipeline_memcpy_async(&tile[stage][t], in + stage * 64 + t, 4);  // FAULT: race block 0 (either end)
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = tile[0][63 - t] + tile[1][63 - t];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[128] iota, out f32[64]
extern "C" __global__ void one_group_left_right(const float* in, float* out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    __pipeline_memcpy_async(&tile[stage][t], in + stage * 64 + t, 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  float first = tile[0][63 - t];
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = first + tile[1][63 - t];
}

// A pipeline of two stages loads into the tile that others still read.
// LAUNCH: grid 1 block 64
// ARGS: in f32[256] iota, out f32[64]
extern "C" __global__ void stage_reused_early(const float* in, float* out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&tile[0][t], in + t, 4);
  __pipeline_commit();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) __pipeline_memcpy_async(&tile[(k + 1) % 2][t], in + (k + 1) * 64 + t, 4);  // FAULT: race block 0 (either end)
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[k % 2][63 - t];  // FAULT: race block 0 (either end)
  }
  out[t] = sum;
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[256] iota, out f32[64]
extern "C" __global__ void stage_reused_early_right(const float* in, float* out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&tile[0][t], in + t, 4);
  __pipeline_commit();
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    if (k + 1 < 4) __pipeline_memcpy_async(&tile[(k + 1) % 2][t], in + (k + 1) * 64 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[k % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// The tile is cleared plainly while a copy into it is under way.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void written_under_copy(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);  // FAULT: race block 0 warp 0 (either end)
  __pipeline_commit();
  tile[31 - t] = 0;  // FAULT: race block 0 warp 0 (either end)
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[t];
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void written_under_copy_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[31 - t] = 0;
  __syncthreads();
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[t];
}

// A thread reads its own copy without waiting for it.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void own_copy_read(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_commit();
  out[t] = tile[t];  // FAULT: race block 0 warp 0 lane 0
}

// A group that was not committed is not waited for by its number.
// LAUNCH: grid 1 block 32
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void group_not_committed(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(tile + 32 + t, in + 32 + t, 4);  // FAULT: race block 0 warp 0 (either end)
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = tile[31 - t] + tile[63 - t];  // FAULT: race block 0 warp 0 (either end)
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[64] iota, out i32[32]
extern "C" __global__ void group_not_committed_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(tile + t, in + t, 4);
  __pipeline_memcpy_async(tile + 32 + t, in + 32 + t, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[t] = tile[31 - t] + tile[63 - t];
}
