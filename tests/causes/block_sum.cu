// Each warp leaves its sum, and eight lanes of the first warp add these up: no cause.
__device__ float warp_sum(float sum) {
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffffu, sum, apart);
  return sum;
}

extern "C" __global__ void block_sum_right(const float* in, float* out) {
  __shared__ float sums[8];
  const float own = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const float all = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0);
  if (threadIdx.x == 0) out[blockIdx.x] = all;
}
