// Integer division by zero: hardware gives a number without a word.
// TOOL: memcheck
// nvcc: -arch=compute_80

// One of the divisors is zero.
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void divided_by_zero(const int* in, int* out) {
  int t = threadIdx.x;
  out[t] = 1000 / in[31 - t];  // FAULT: division_by_zero block 0 warp 0 lane 31
}
// LAUNCH: grid 1 block 32
// ARGS: in i32[32] iota, out i32[32]
extern "C" __global__ void divided_by_zero_right(const int* in, int* out) {
  int t = threadIdx.x, d = in[31 - t];
  out[t] = d == 0 ? 0 : 1000 / d;
}

// A remainder by a number of bins that is zero.
// LAUNCH: grid 1 block 32
// ARGS: in u64[32] iota, out u64[32], value u64 0
extern "C" __global__ void remainder_by_zero(const unsigned long long* in, unsigned long long* out,
                                             unsigned long long bins) {
  int t = threadIdx.x;
  out[t] = in[t] % bins;  // FAULT: division_by_zero block 0 warp 0 lane 0
}
// Floating point has an infinity for it.
// LAUNCH: grid 1 block 32
// ARGS: in f32[32] iota, out f32[32]
extern "C" __global__ void remainder_by_zero_right(const float* in, float* out) {
  int t = threadIdx.x;
  out[t] = 1.0f / in[t];
}
