// One lane a warp writes its warp's sum down, and the last warp is cut by the length: no cause.
extern "C" __global__ void leaders_right(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffffu, sum, apart);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}
