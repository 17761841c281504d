// A product of matrices without tiles: of a's row a warp wants one element, of b's row 32.
#include <cstdio>

__global__ void product_sectors(const int* a, const int* b, int* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    const int left = a[row * n + k];
    const int right = b[k * n + column];
    sum += left * right;
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 64;
  int *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(int));
  cudaMalloc(&b, n * n * sizeof(int));
  cudaMalloc(&c, n * n * sizeof(int));
  product_sectors<<<dim3(n / 32, n / 16), dim3(32, 16)>>>(a, b, c, n);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
