// Two vectors of doubles are added: each byte is read once, and L1 has none of them.
#include <cstdio>

__global__ void added_doubles(const double* a, const double* b, double* c, int n) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < n) c[id] = a[id] + b[id];
}

int main() {
  constexpr int kElements = 4000;
  double *a, *b, *c;
  cudaMalloc(&a, kElements * sizeof(double));
  cudaMalloc(&b, kElements * sizeof(double));
  cudaMalloc(&c, kElements * sizeof(double));
  added_doubles<<<16, 256>>>(a, b, c, kElements);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// nvcc: -arch=compute_90
