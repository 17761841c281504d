// Global memory: an index past the end or before the start.
// TOOL: memcheck
// nvcc: -arch=compute_80

// Each thread reads its right neighbour's element: the last one has none.
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void neighbour_past_end(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];  // FAULT: out_of_bounds block 1 warp 1 lane 31
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void neighbour_past_end_right(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i + 1 < 128 ? in[i + 1] : 0;
}

// Each thread writes one element to its left: the first one has none.
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void write_before_start(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i - 1] = in[i];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void write_before_start_right(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0) out[i - 1] = in[i];
}

// The grid is rounded up to whole blocks and nobody asks for the size.
// LAUNCH: grid 2 block 64
// ARGS: in f32[100] iota, out f32[100], value f32 2
extern "C" __global__ void scale_without_guard(const float* in, float* out, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i];      // FAULT: out_of_bounds block 1 warp 1 lane 4
  out[i] = v * factor;  // FAULT: out_of_bounds block 1 warp 1 lane 4 (either end)
}
// LAUNCH: grid 2 block 64
// ARGS: in f32[100] iota, out f32[100], value f32 2, value i32 100
extern "C" __global__ void scale_without_guard_right(const float* in, float* out, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factor;
}

// The guard lets one thread too many through.
// LAUNCH: grid 2 block 64
// ARGS: out f64[100], value i32 100
extern "C" __global__ void guard_off_by_one(double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;  // FAULT: out_of_bounds block 1 warp 1 lane 4
}
// LAUNCH: grid 2 block 64
// ARGS: out f64[100], value i32 100
extern "C" __global__ void guard_off_by_one_right(double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

// A matrix of 12 rows: one thread row too many writes a row past it.
// LAUNCH: grid 2x2 block 8x8
// ARGS: out i32[192], value i32 16, value i32 12
extern "C" __global__ void a_row_past(int* out, int width, int height) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y <= height) out[y * width + x] = x + y;  // FAULT: out_of_bounds block 0,1 warp 1 lane 0
}
// LAUNCH: grid 2x2 block 8x8
// ARGS: out i32[192], value i32 16, value i32 12
extern "C" __global__ void a_row_past_right(int* out, int width, int height) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = x + y;
}

// A stencil reads a row above the first.
// LAUNCH: grid 1 block 16x16
// ARGS: in f32[256] iota, out f32[256]
extern "C" __global__ void stencil_row_above(const float* in, float* out) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
  float below = y < 15 ? in[i + 16] : 0;
  out[i] = in[i - 16] + in[i] + below;  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 16x16
// ARGS: in f32[256] iota, out f32[256]
extern "C" __global__ void stencil_row_above_right(const float* in, float* out) {
  int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
  float below = y < 15 ? in[i + 16] : 0;
  float above = y > 0 ? in[i - 16] : 0;
  out[i] = above + in[i] + below;
}

// The rows of a transposed matrix have the other length.
// LAUNCH: grid 1 block 16x8
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void transpose_wrong_pitch(const int* in, int* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[x * 16 + y] = in[y * 16 + x];  // FAULT: out_of_bounds block 0 warp 0 lane 8
}
// LAUNCH: grid 1 block 16x8
// ARGS: in i32[128] iota, out i32[128]
extern "C" __global__ void transpose_wrong_pitch_right(const int* in, int* out) {
  int x = threadIdx.x, y = threadIdx.y;
  out[x * 8 + y] = in[y * 16 + x];
}

// A byte past the end of bytes.
// LAUNCH: grid 1 block 64
// ARGS: in u8[64] iota, out u8[63]
extern "C" __global__ void byte_past_end(const unsigned char* in, unsigned char* out) {
  int t = threadIdx.x;
  out[t] = 255 - in[t];  // FAULT: out_of_bounds block 0 warp 1 lane 31
}
// LAUNCH: grid 1 block 64
// ARGS: in u8[64] iota, out u8[64]
extern "C" __global__ void byte_past_end_right(const unsigned char* in, unsigned char* out) {
  int t = threadIdx.x;
  out[t] = 255 - in[t];
}

// The list of places names one that is not there.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, in i32[31] iota, out i32[32]
extern "C" __global__ void gather_bad_index(const int* where, const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[where[31 - t]];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, in i32[32] iota, out i32[32]
extern "C" __global__ void gather_bad_index_right(const int* where, const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[where[31 - t]];
}

// An unsigned index goes below zero and comes out far above.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void unsigned_wraps(const int* in, int* out) {
  unsigned t = threadIdx.x;
  out[t] = in[t - 32u];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, out i32[64]
extern "C" __global__ void unsigned_wraps_right(const int* in, int* out) {
  unsigned t = threadIdx.x;
  out[t] = in[(t - 32u) % 64u];
}

// A histogram whose last bin is missing.
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] mod 9, inout u32[8]
extern "C" __global__ void atomic_past_bins(const int* in, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i]], 1u);  // FAULT: out_of_bounds block 0 warp 0 lane 8
}
// LAUNCH: grid 2 block 64
// ARGS: in i32[128] mod 9, inout u32[9]
extern "C" __global__ void atomic_past_bins_right(const int* in, unsigned* bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[in[i]], 1u);
}

// The grid-stride loop's bound counts bytes.
// LAUNCH: grid 2 block 32
// ARGS: in i32[96] iota, out i32[96], value i32 384
extern "C" __global__ void stride_loop_counts_bytes(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += gridDim.x * blockDim.x) {
    int v = in[i];   // FAULT: out_of_bounds block 0 warp 0 lane 0 (either end)
    out[i] = v + 1;  // FAULT: out_of_bounds block 0 warp 0 lane 0 (either end)
  }
}
// LAUNCH: grid 2 block 32
// ARGS: in i32[96] iota, out i32[96], value i32 96
extern "C" __global__ void stride_loop_counts_bytes_right(const int* in, int* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i] + 1;
  }
}

// The last of the 16-byte vectors hangs over the end.
// LAUNCH: grid 1 block 32
// ARGS: in f32[126] iota, out f32[128]
extern "C" __global__ void vector_over_end(const float4* in, float4* out) {
  int t = threadIdx.x;
  float4 v = in[t];  // FAULT: out_of_bounds block 0 warp 0 lane 31
  out[t] = make_float4(v.w, v.z, v.y, v.x);
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[126] iota, out f32[128]
extern "C" __global__ void vector_over_end_right(const float4* in, float4* out) {
  int t = threadIdx.x;
  if (t < 31) {
    float4 v = in[t];
    out[t] = make_float4(v.w, v.z, v.y, v.x);
  } else {
    float2 v = reinterpret_cast<const float2*>(in)[62];
    out[t] = make_float4(0, 0, v.y, v.x);
  }
}

struct Particle {
  float x, y, z;
  int cell;
};
// A particle past the last: only its last member is read.
// LAUNCH: grid 1 block 33
// ARGS: in f32[128] iota, out i32[33]
extern "C" __global__ void member_past_end(const Particle* particles, int* out) {
  int t = threadIdx.x;
  out[t] = particles[t].cell;  // FAULT: out_of_bounds block 0 warp 1 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[128] iota, out i32[32]
extern "C" __global__ void member_past_end_right(const Particle* particles, int* out) {
  int t = threadIdx.x;
  out[t] = particles[t].cell;
}

// Sparse rows: the end of the last row stands in an element that was left out.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, in f32[32] all 1, out f32[32]
extern "C" __global__ void sparse_rows_end(const int* start, const float* value, float* out) {
  int row = threadIdx.x;
  float sum = 0;
  int end = start[row + 1];  // FAULT: out_of_bounds block 0 warp 0 lane 31
  for (int k = start[row]; k < end; ++k) sum += value[k];
  out[row] = sum;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[33] iota, in f32[32] all 1, out f32[32]
extern "C" __global__ void sparse_rows_end_right(const int* start, const float* value, float* out) {
  int row = threadIdx.x;
  float sum = 0;
  int end = start[row + 1];
  for (int k = start[row]; k < end; ++k) sum += value[k];
  out[row] = sum;
}

// Three dimensions, the depth of which is one less than the block's.
// LAUNCH: grid 1 block 4x4x4
// ARGS: out i32[48]
extern "C" __global__ void depth_past_end(int* out) {
  int i = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x;
  out[i] = i;  // FAULT: out_of_bounds block 0 warp 1 lane 16
}
// LAUNCH: grid 1 block 4x4x4
// ARGS: out i32[48]
extern "C" __global__ void depth_past_end_right(int* out) {
  int i = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x;
  if (threadIdx.z < 3) out[i] = i;
}

template <class T>
__device__ T last_of(const T* values, int n) {
  return values[n];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// A template's helper takes the length for the last index.
// LAUNCH: grid 1 block 32
// ARGS: in i64[32] iota, out i64[32], value i32 32
extern "C" __global__ void helper_past_end(const long long* in, long long* out, int n) {
  out[threadIdx.x] = in[threadIdx.x] + last_of(in, n);
}
template <class T>
__device__ T really_last_of(const T* values, int n) {
  return values[n - 1];
}
// LAUNCH: grid 1 block 32
// ARGS: in i64[32] iota, out i64[32], value i32 32
extern "C" __global__ void helper_past_end_right(const long long* in, long long* out, int n) {
  out[threadIdx.x] = in[threadIdx.x] + really_last_of(in, n);
}
