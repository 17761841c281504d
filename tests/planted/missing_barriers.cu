// Shared memory without a barrier where one belongs.
// TOOL: racecheck
// nvcc: -arch=compute_80

// A tiled transpose reads its tile before all of it is there.
// LAUNCH: grid 2x2 block 8x8
// ARGS: in i32[256] iota, out i32[256]
extern "C" __global__ void transpose_no_barrier(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 16 + x];  // FAULT: race block 0 (either end)
  x = blockIdx.y * 8 + threadIdx.x, y = blockIdx.x * 8 + threadIdx.y;
  out[y * 16 + x] = tile[threadIdx.x][threadIdx.y];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 2x2 block 8x8
// ARGS: in i32[256] iota, out i32[256]
extern "C" __global__ void transpose_no_barrier_right(const int* in, int* out) {
  __shared__ int tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 16 + x];
  __syncthreads();
  x = blockIdx.y * 8 + threadIdx.x, y = blockIdx.x * 8 + threadIdx.y;
  out[y * 16 + x] = tile[threadIdx.x][threadIdx.y];
}

// A tiled product: the barrier after loading is missing.
// LAUNCH: grid 2x2 block 8x8
// ARGS: in f32[256] iota, in f32[256] iota, out f32[256]
extern "C" __global__ void product_after_load(const float* a, const float* b, float* c) {
  __shared__ float as[8][8], bs[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += 8) {
    as[y][x] = a[row * 16 + k + x];       // FAULT: race block 0 (either end)
    bs[y][x] = b[(k + y) * 16 + column];  // FAULT: race block 0 (either end)
    for (int i = 0; i < 8; ++i) sum += as[y][i] * bs[i][x];  // FAULT: race block 0 (either end)
    __syncthreads();
  }
  c[row * 16 + column] = sum;
}
// A tiled product: the barrier before loading the next tiles is missing.
// LAUNCH: grid 2x2 block 8x8
// ARGS: in f32[256] iota, in f32[256] iota, out f32[256]
extern "C" __global__ void product_before_load(const float* a, const float* b, float* c) {
  __shared__ float as[8][8], bs[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += 8) {
    as[y][x] = a[row * 16 + k + x];       // FAULT: race block 0 (either end)
    bs[y][x] = b[(k + y) * 16 + column];  // FAULT: race block 0 (either end)
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += as[y][i] * bs[i][x];  // FAULT: race block 0 (either end)
  }
  c[row * 16 + column] = sum;
}
// LAUNCH: grid 2x2 block 8x8
// ARGS: in f32[256] iota, in f32[256] iota, out f32[256]
extern "C" __global__ void product_right(const float* a, const float* b, float* c) {
  __shared__ float as[8][8], bs[8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += 8) {
    as[y][x] = a[row * 16 + k + x];
    bs[y][x] = b[(k + y) * 16 + column];
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  c[row * 16 + column] = sum;
}
// Two pairs of tiles in turns need one barrier a round.
// LAUNCH: grid 2x2 block 8x8
// ARGS: in f32[256] iota, in f32[256] iota, out f32[256]
extern "C" __global__ void product_two_buffers_right(const float* a, const float* b, float* c) {
  __shared__ float as[2][8][8], bs[2][8][8];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k += 8) {
    int now = k / 8 % 2;
    as[now][y][x] = a[row * 16 + k + x];
    bs[now][y][x] = b[(k + y) * 16 + column];
    __syncthreads();
    for (int i = 0; i < 8; ++i) sum += as[now][y][i] * bs[now][i][x];
  }
  c[row * 16 + column] = sum;
}

// A reduction whose rounds are not kept apart.
// LAUNCH: grid 2 block 128
// ARGS: in i32[256] iota, out i32[2]
extern "C" __global__ void reduction_rounds(const int* in, int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
#pragma unroll 1
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];  // FAULT: race block 0
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
// A reduction that begins before all elements are there.
// LAUNCH: grid 2 block 128
// ARGS: in i32[256] iota, out i32[2]
extern "C" __global__ void reduction_start(const int* in, int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t];  // FAULT: race block 0 (either end)
#pragma unroll 1
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];  // FAULT: race block 0 (either end)
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
// LAUNCH: grid 2 block 128
// ARGS: in i32[256] iota, out i32[2]
extern "C" __global__ void reduction_right(const int* in, int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x;
  tile[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
#pragma unroll 1
  for (int half = 64; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

// The result of a reduction by one thread is read by all without waiting for it.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void result_not_waited_for(const float* in, float* out) {
  __shared__ float total;
  int t = threadIdx.x;
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum += in[i];
    total = sum;  // FAULT: race block 0 (either end)
  }
  out[t] = in[t] / total;  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void result_not_waited_for_right(const float* in, float* out) {
  __shared__ float total;
  int t = threadIdx.x;
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum += in[i];
    total = sum;
  }
  __syncthreads();
  out[t] = in[t] / total;
}

// A Hillis-Steele scan within one array: what is read is being written.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 7, out i32[64]
extern "C" __global__ void scan_in_place(const int* in, int* out) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 64; step *= 2) {
    int left = t >= step ? sums[t - step] : 0;  // FAULT: race block 0 (either end)
    sums[t] += left;                            // FAULT: race block 0 (either end)
    __syncthreads();
  }
  out[t] = sums[t];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 7, out i32[64]
extern "C" __global__ void scan_in_place_right(const int* in, int* out) {
  __shared__ int sums[64];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 64; step *= 2) {
    int left = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  out[t] = sums[t];
}
// A scan between two arrays in turns.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 7, out i32[64]
extern "C" __global__ void scan_two_arrays_right(const int* in, int* out) {
  __shared__ int sums[2][64];
  int t = threadIdx.x, from = 0;
  sums[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step < 64; step *= 2) {
    sums[1 - from][t] = sums[from][t] + (t >= step ? sums[from][t - step] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[t] = sums[from][t];
}

// A histogram is counted while its bins are still being set to zero.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 16, inout i32[16]
extern "C" __global__ void bins_cleared_late(const int* in, int* out) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t >= 48) bins[t - 48] = 0;  // FAULT: race block 0 (either end)
  atomicAdd(&bins[in[t]], 1);     // FAULT: race block 0 (either end)
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], bins[t]);
}
// A histogram is handed on while it is still being counted.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 16, inout i32[16]
extern "C" __global__ void bins_read_early(const int* in, int* out) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);               // FAULT: race block 0 (either end)
  if (t < 16) atomicAdd(&out[t], bins[t]);  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[64] mod 16, inout i32[16]
extern "C" __global__ void bins_right(const int* in, int* out) {
  __shared__ int bins[16];
  int t = threadIdx.x;
  if (t < 16) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[in[t]], 1);
  __syncthreads();
  if (t < 16) atomicAdd(&out[t], bins[t]);
}

// A stencil: the halo is loaded behind the barrier.
// LAUNCH: grid 2 block 64
// ARGS: in f32[130] iota, out f32[128]
extern "C" __global__ void halo_after_barrier(const float* in, float* out) {
  __shared__ float tile[66];
  int t = threadIdx.x, first = blockIdx.x * 64;
  tile[t + 1] = in[first + t + 1];
  __syncthreads();
  if (t == 63) {
    tile[0] = in[first];        // FAULT: race block 0 (either end)
    tile[65] = in[first + 65];
  }
  out[first + t] = tile[t] + tile[t + 1] + tile[t + 2];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 2 block 64
// ARGS: in f32[130] iota, out f32[128]
extern "C" __global__ void halo_after_barrier_right(const float* in, float* out) {
  __shared__ float tile[66];
  int t = threadIdx.x, first = blockIdx.x * 64;
  tile[t + 1] = in[first + t + 1];
  if (t == 63) {
    tile[0] = in[first];
    tile[65] = in[first + 65];
  }
  __syncthreads();
  out[first + t] = tile[t] + tile[t + 1] + tile[t + 2];
}

// A stencil over time in one tile: a step is written while it is read.
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void steps_in_place(const float* in, float* out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
#pragma unroll 1
  for (int step = 0; step < 3; ++step) {
    __syncthreads();
    float mean = (tile[(t + 63) % 64] + tile[(t + 1) % 64]) / 2;  // FAULT: race block 0 (either end)
    tile[t] = mean;                                               // FAULT: race block 0 (either end)
  }
  out[t] = tile[t];
}
// LAUNCH: grid 1 block 64
// ARGS: in f32[64] iota, out f32[64]
extern "C" __global__ void steps_in_place_right(const float* in, float* out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = in[t];
#pragma unroll 1
  for (int step = 0; step < 3; ++step) {
    __syncthreads();
    float mean = (tile[(t + 63) % 64] + tile[(t + 1) % 64]) / 2;
    __syncthreads();
    tile[t] = mean;
  }
  out[t] = tile[t];
}

// A bitonic sort without the barrier between two strides.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 41, out i32[64]
extern "C" __global__ void sort_strides(const int* in, int* out) {
  __shared__ int keys[64];
  int t = threadIdx.x;
  keys[t] = in[t];
#pragma unroll 1
  for (int size = 2; size <= 64; size *= 2) {
    __syncthreads();
#pragma unroll 1
    for (int stride = size / 2; stride > 0; stride /= 2) {
      int other = t ^ stride;
      if (other > t) {
        int a = keys[t], b = keys[other];  // FAULT: race block 0 (either end)
        bool up = (t & size) == 0;
        keys[t] = up == (a > b) ? b : a;      // FAULT: race block 0 (either end)
        keys[other] = up == (a > b) ? a : b;  // FAULT: race block 0 (either end)
      }
    }
  }
  __syncthreads();
  out[t] = keys[t];
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 41, out i32[64]
extern "C" __global__ void sort_strides_right(const int* in, int* out) {
  __shared__ int keys[64];
  int t = threadIdx.x;
  keys[t] = in[t];
#pragma unroll 1
  for (int size = 2; size <= 64; size *= 2) {
#pragma unroll 1
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int other = t ^ stride;
      if (other > t) {
        int a = keys[t], b = keys[other];
        bool up = (t & size) == 0;
        keys[t] = up == (a > b) ? b : a;
        keys[other] = up == (a > b) ? a : b;
      }
    }
  }
  __syncthreads();
  out[t] = keys[t];
}

// All threads write their own value to one place.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void all_write_one(const int* in, int* out) {
  __shared__ int last;
  last = in[threadIdx.x];  // FAULT: race block 0
  __syncthreads();
  if (threadIdx.x == 0) *out = last;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[1]
extern "C" __global__ void all_write_one_right(const int* in, int* out) {
  __shared__ int last;
  if (threadIdx.x == 63) last = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) *out = last;
}

// Two warps count in one shared variable without an atomic.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 2, out i32[1]
extern "C" __global__ void counted_plainly(const int* in, int* out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  unsigned ones = __ballot_sync(~0u, in[t]);
  if (t % 32 == 0) count += __popc(ones);  // FAULT: race block 0
  __syncthreads();
  if (t == 0) *out = count;
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] mod 2, out i32[1]
extern "C" __global__ void counted_plainly_right(const int* in, int* out) {
  __shared__ int count;
  int t = threadIdx.x;
  if (t == 0) count = 0;
  __syncthreads();
  unsigned ones = __ballot_sync(~0u, in[t]);
  if (t % 32 == 0) atomicAdd(&count, __popc(ones));
  __syncthreads();
  if (t == 0) *out = count;
}

// The barrier stands in a called function, and the last call is missing.
__device__ __noinline__ void store_and_wait(int* p, int v) {
  *p = v;  // FAULT: race block 0 (either end)
  if (v < 1000) __syncthreads();
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] all 1000, out i32[64]
extern "C" __global__ void called_barrier_skipped(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  store_and_wait(tile + t, in[t]);
  out[t] = tile[63 - t];  // FAULT: race block 0 (either end)
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] all 999, out i32[64]
extern "C" __global__ void called_barrier_skipped_right(const int* in, int* out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  store_and_wait(tile + t, in[t]);
  out[t] = tile[63 - t];
}

// Neighbours write neighbouring bytes, then halves of a word: different memory.
// LAUNCH: grid 1 block 128
// ARGS: in u8[128] iota, out u8[128]
extern "C" __global__ void neighbouring_bytes_right(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char bytes[128];
  __shared__ short halves[128];
  int t = threadIdx.x;
  bytes[t] = in[t];
  halves[t] = in[t] + 1;
  __syncthreads();
  out[t] = bytes[127 - t] + halves[t ^ 64];
}
// A word is written over the bytes of four threads.
// LAUNCH: grid 1 block 128
// ARGS: in u8[128] iota, out u8[128]
extern "C" __global__ void word_over_bytes(const unsigned char* in, unsigned char* out) {
  __shared__ __align__(4) unsigned char bytes[128];
  int t = threadIdx.x;
  bytes[t] = in[t];                                                      // FAULT: race block 0 (either end)
  if (t >= 96) reinterpret_cast<unsigned*>(bytes)[t - 96] = 0x01020304;  // FAULT: race block 0 (either end)
  __syncthreads();
  out[t] = bytes[t];
}

// All write the same value: a race without a consequence.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void same_value_right(const int* in, int* out) {
  __shared__ int found;
  int t = threadIdx.x;
  found = 0;
  __syncthreads();
  if (in[t] > 10) found = 1;
  __syncthreads();
  out[t] = found;
}
