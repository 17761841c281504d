// A large grid streams tiles of 16 bytes a lane through shared memory, without a conflict.
#include <cstdio>

__global__ void stream_tiles(const uint4* in, uint4* out) {
  __shared__ uint4 tile[256];
  const int first = blockIdx.x * 256 * 8;
  for (int step = 0; step < 8; ++step) {
    const int i = first + step * 256 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = tile[threadIdx.x ^ 32];
    __syncthreads();
  }
}

int main() {
  const int blocks = 528;
  uint4 *in, *out;
  cudaMalloc(&in, blocks * 256 * 8 * sizeof(uint4));
  cudaMalloc(&out, blocks * 256 * 8 * sizeof(uint4));
  stream_tiles<<<blocks, 256>>>(in, out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
