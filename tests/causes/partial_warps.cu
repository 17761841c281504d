// Every second lane works, or every second warp.
extern "C" __global__ void partial_warps(const float* in, float* out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void partial_warps_right(const float* in, float* out) {
  if (threadIdx.x / 32 % 2 == 0) out[threadIdx.x] = in[threadIdx.x];
}
