// A transposition of tiles of 32 by 16 whose rows are padded by one: a warp reads two columns.
#include <cstdio>

constexpr int kX = 32, kY = 16, kPad = 1;

__global__ void padded_tile(const float* in, float* out, int height, int width) {
  __shared__ float tile[kY * (kX + kPad)];
  const int row = blockIdx.y * kY + threadIdx.y, column = blockIdx.x * kX + threadIdx.x;
  tile[threadIdx.y * (kX + kPad) + threadIdx.x] = in[row * width + column];
  __syncthreads();
  const int thread = threadIdx.y * kX + threadIdx.x;
  const int to_row = blockIdx.x * kX + thread / kY, to_column = blockIdx.y * kY + thread % kY;
  out[to_row * height + to_column] = tile[thread % kY * (kX + kPad) + thread / kY];
}

int main() {
  const int n = 128;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  padded_tile<<<dim3(n / kX, n / kY), dim3(kX, kY)>>>(in, out, n, n);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
