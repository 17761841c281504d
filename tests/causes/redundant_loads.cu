// A stencil that loads each element three times, and one that keeps the block's part in shared
// memory.
extern "C" __global__ void redundant_loads(const float* in, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x + 8;
  float sum = 0;
#pragma unroll 1
  for (unsigned by = 0; by <= 16; by += 8) sum += in[i + by - 8];
  out[i] = sum;
}

extern "C" __global__ void redundant_loads_right(const float* in, float* out) {
  __shared__ float part[80];
  const unsigned first = blockIdx.x * blockDim.x, i = first + threadIdx.x + 8;
  part[threadIdx.x] = in[first + threadIdx.x];
  if (threadIdx.x < 16) part[64 + threadIdx.x] = in[first + 64 + threadIdx.x];
  __syncthreads();
  out[i] = part[threadIdx.x] + part[threadIdx.x + 8] + part[threadIdx.x + 16];
}
