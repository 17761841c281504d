// Pointers: null, wild, freed, misaligned, and memory that is only to be read.
// TOOL: memcheck
// nvcc: -arch=compute_80
#include <cuda_fp16.h>

// Four bytes at an odd address.
// LAUNCH: grid 1 block 32
// ARGS: in u8[160] iota, out i32[32]
extern "C" __global__ void misaligned_int(const char* in, int* out) {
  int t = threadIdx.x;
  out[t] = *reinterpret_cast<const int*>(in + 4 * t + 1);  // FAULT: misaligned block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in u8[160] iota, out i32[32]
extern "C" __global__ void misaligned_int_right(const char* in, int* out) {
  int t = threadIdx.x;
  const char* p = in + 4 * t + 1;
  out[t] = p[0] | p[1] << 8 | p[2] << 16 | p[3] << 24;
}

// Sixteen bytes at a multiple of eight: right in every other lane.
// LAUNCH: grid 1 block 32
// ARGS: in f32[72] iota, out f32[128]
extern "C" __global__ void misaligned_float4(const float* in, float* out) {
  int t = threadIdx.x;
  float4 v = *reinterpret_cast<const float4*>(in + 2 * t);  // FAULT: misaligned block 0 warp 0 lane 1
  out[t] = v.x + v.y + v.z + v.w;
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[72] iota, out f32[128]
extern "C" __global__ void misaligned_float4_right(const float* in, float* out) {
  int t = threadIdx.x;
  float2 low = *reinterpret_cast<const float2*>(in + 2 * t);
  float2 high = *reinterpret_cast<const float2*>(in + 2 * t + 2);
  reinterpret_cast<float4*>(out)[t] = make_float4(low.x, low.y, high.x, high.y);
}

// A pair of halves at an odd half.
// LAUNCH: grid 1 block 32
// ARGS: inout f16[66] all 1
extern "C" __global__ void misaligned_half2(__half* data) {
  int t = threadIdx.x;
  *reinterpret_cast<__half2*>(data + 2 * t + 1) = __half2half2(data[0]);  // FAULT: misaligned block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: inout f16[66] all 1
extern "C" __global__ void misaligned_half2_right(__half* data) {
  int t = threadIdx.x;
  __half first = data[64];
  *reinterpret_cast<__half2*>(data + 2 * t) = __half2half2(first);
}

// An atomic of eight bytes at a multiple of four.
// LAUNCH: grid 1 block 32
// ARGS: inout u32[4]
extern "C" __global__ void misaligned_atomic(unsigned* sums) {
  atomicAdd(reinterpret_cast<unsigned long long*>(sums + 1), 1ull);  // FAULT: misaligned block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: inout u32[4]
extern "C" __global__ void misaligned_atomic_right(unsigned* sums) {
  atomicAdd(reinterpret_cast<unsigned long long*>(sums + 2), 1ull);
}

// Eight bytes of shared memory at a multiple of four.
// LAUNCH: grid 1 block 32
// ARGS: in i32[64] iota, out f32[64]
extern "C" __global__ void misaligned_shared(const int* in, float* out) {
  __shared__ __align__(16) float tile[72];
  int t = threadIdx.x;
  tile[t] = in[t];
  tile[t + 32] = in[t + 32];
  if (t < 8) tile[t + 64] = 0;
  __syncthreads();
  float2 v = *reinterpret_cast<float2*>(tile + 2 * t + 1);  // FAULT: misaligned block 0 warp 0 lane 0
  out[t] = v.x + v.y;
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[64] iota, out f32[64]
extern "C" __global__ void misaligned_shared_right(const int* in, float* out) {
  __shared__ __align__(16) float tile[72];
  int t = threadIdx.x;
  tile[t] = in[t];
  tile[t + 32] = in[t + 32];
  __syncthreads();
  float2 v = *reinterpret_cast<float2*>(tile + 2 * t);
  reinterpret_cast<float2*>(out)[t] = v;
}

// An optional buffer that was not given.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, value u64 0, out f32[32]
extern "C" __global__ void null_bias(const float* in, const float* bias, float* out) {
  int t = threadIdx.x;
  out[t] = in[t] + bias[t];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, value u64 0, out f32[32]
extern "C" __global__ void null_bias_right(const float* in, const float* bias, float* out) {
  int t = threadIdx.x;
  out[t] = in[t] + (bias != nullptr ? bias[t] : 0.0f);
}

// The list ends with a null pointer, and one step more is taken.
struct Node {
  Node* next;
  long long value;
};
// LAUNCH: grid 1 block 1
// ARGS: inout u64[8], out i64[1]
extern "C" __global__ void null_next(Node* nodes, long long* out) {
  for (int i = 0; i < 4; ++i) nodes[i].next = i < 3 ? &nodes[i + 1] : nullptr;
  const Node* node = nodes;
  long long sum = 0;
  for (int i = 0; i <= 4; ++i) {
    sum += node->value;  // FAULT: out_of_bounds block 0 warp 0 lane 0 (either end)
    node = node->next;   // FAULT: out_of_bounds block 0 warp 0 lane 0 (either end)
  }
  *out = sum;
}
// LAUNCH: grid 1 block 1
// ARGS: inout u64[8], out i64[1]
extern "C" __global__ void null_next_right(Node* nodes, long long* out) {
  for (int i = 0; i < 4; ++i) nodes[i].next = i < 3 ? &nodes[i + 1] : nullptr;
  long long sum = 0;
  for (const Node* node = nodes; node != nullptr; node = node->next) sum += node->value;
  *out = sum;
}

// A number that is no pointer.
// LAUNCH: grid 1 block 32
// ARGS: value u64 0x123456789000
extern "C" __global__ void wild_pointer(int* out) {
  out[threadIdx.x] = threadIdx.x;  // FAULT: out_of_bounds block 0 warp 0 lane 0
}

// The host gave the buffer back before the launch.
// LAUNCH: grid 1 block 64
// ARGS: freed i32[64], out i32[64]
extern "C" __global__ void freed_buffer(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[t];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}

// Two rows in two allocations are taken for one.
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, in i32[64] iota, out i32[64]
extern "C" __global__ void between_buffers(const int* a, const int* b, int* out) {
  long long gap = (b - a) / 2;
  out[threadIdx.x] = a[gap + threadIdx.x];  // FAULT: out_of_bounds block 0 warp 0 lane 0
}
// LAUNCH: grid 1 block 64
// ARGS: in i32[64] iota, in i32[64] iota, out i32[64]
extern "C" __global__ void between_buffers_right(const int* a, const int* b, int* out) {
  long long gap = b - a;
  out[threadIdx.x] = a[gap + threadIdx.x];
}

// A buffer that is only to be read gets a result.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void input_written(int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[t] + 1;
  if (t == 9) in[t] = 0;  // FAULT: read_only_write block 0 warp 0 lane 9
}
// LAUNCH: grid 1 block 32
// ARGS: inout i32[32] iota, out i32[32]
extern "C" __global__ void input_written_right(int* in, int* out) {
  int t = threadIdx.x;
  out[t] = in[t] + 1;
  if (t == 9) in[t] = 0;
}

__constant__ int kShort[24] = {1, 2, 3};
// A table in constant memory is read past its end.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void constant_past_end(int* out) {
  int t = threadIdx.x;
  out[t] = kShort[t];  // FAULT: out_of_bounds block 0 warp 0 lane 24
}
__constant__ int kWhole[32] = {1, 2, 3};
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void constant_past_end_right(int* out) {
  int t = threadIdx.x;
  out[t] = kWhole[t];
}

__device__ int counters[16];
// A module's variable is written past its end.
// LAUNCH: grid 1 block 32
// ARGS: out i32[32]
extern "C" __global__ void variable_past_end(int* out) {
  int t = threadIdx.x;
  counters[t] = t;  // FAULT: out_of_bounds block 0 warp 0 lane 16
  out[t] = t;
}
// LAUNCH: grid 1 block 16
// ARGS: out i32[16]
extern "C" __global__ void variable_past_end_right(int* out) {
  int t = threadIdx.x;
  counters[t] = t;
  out[t] = counters[t];
}

__device__ __noinline__ int select(const int* p, int k) { return p[k]; }
// One function is given pointers to global and to shared memory.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void generic_pointers_right(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  tile[t] = 3 * in[t];
  __syncwarp();
  const int* from = t % 2 == 0 ? in : tile;
  out[t] = select(from, 31 - t);
}
