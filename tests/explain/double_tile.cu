// A transposition of doubles through shared memory: the store walks down a column.
#include <cstdio>

constexpr int kTile = 32;

__global__ void double_tile(const double* in, double* out, int n) {
  __shared__ double tile[kTile][kTile];
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  tile[threadIdx.x][threadIdx.y] = in[(y + threadIdx.y) * n + x + threadIdx.x];
  __syncthreads();
  out[(x + threadIdx.y) * n + y + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

int main() {
  const int n = 512;
  double *in, *out;
  cudaMalloc(&in, n * n * sizeof(double));
  cudaMalloc(&out, n * n * sizeof(double));
  double_tile<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(in, out, n);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
