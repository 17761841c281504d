// Every second word of shared memory, and every word.
extern "C" __global__ void shared_stride(float* out) {
  __shared__ float pairs[128];
  pairs[threadIdx.x] = pairs[threadIdx.x + 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pairs[2 * threadIdx.x];
}

extern "C" __global__ void shared_stride_right(float* out) {
  __shared__ float pairs[128];
  pairs[threadIdx.x] = pairs[threadIdx.x + 64] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = pairs[127 - threadIdx.x];
}
