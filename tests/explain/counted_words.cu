// A histogram in shared memory: four bins, so that lanes meet at the same words.
#include <cstdio>

__global__ void counted_words(const unsigned* keys, unsigned* bins, unsigned* places) {
  __shared__ unsigned count[32];
  count[threadIdx.x % 32] = 0;
  __syncthreads();
  const unsigned key = keys[threadIdx.x] % 4;
  atomicAdd(&count[key], 1);
  __syncthreads();
  places[threadIdx.x] = atomicAdd(&count[key + 4], 1);
  __syncthreads();
  bins[threadIdx.x % 32] = count[threadIdx.x % 32];
}

int main() {
  unsigned *keys, *bins, *places, host[64];
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&keys, sizeof(host));
  cudaMalloc(&bins, 32 * sizeof(unsigned));
  cudaMalloc(&places, sizeof(host));
  cudaMemcpy(keys, host, sizeof(host), cudaMemcpyHostToDevice);
  counted_words<<<1, 64>>>(keys, bins, places);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
// CUDA's headers: kept
