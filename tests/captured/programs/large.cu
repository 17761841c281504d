// Little is touched of much memory: pages of a cache in an order that a table says, as keys and
// values of attention lie; the table lies in that memory, too.
#include <cstdio>
#include <vector>

#include "../memory_kernels.cuh"

__global__ void append(float* cache, const int* table, int page, float first) {
  cache[static_cast<size_t>(table[blockIdx.x]) * page + threadIdx.x] = first + threadIdx.x;
}

__global__ void sum_pages(const float* cache, const int* table, int pages, int page, float* out) {
  float sum = 0;
  for (int p = 0; p < pages; ++p) sum += cache[static_cast<size_t>(table[p]) * page + threadIdx.x];
  out[threadIdx.x] = sum;
}

int main() {
  constexpr size_t kBytes = size_t{4} << 30, kTable = size_t{3} << 30, kIndex = size_t{2} << 30;
  constexpr int kPage = 4096, kPages = 24, kCount = 1000;
  char* pool;
  float* out;
  cudaMalloc(&pool, kBytes);
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMemset(pool, 0, kBytes);
  std::vector<int> table(kPages);
  for (int i = 0; i < kPages; ++i) table[i] = (i * 7919 + 13) % 30000;
  cudaMemcpy(pool + kTable, table.data(), kPages * sizeof(int), cudaMemcpyHostToDevice);
  std::vector<long long> index(kCount);
  for (int i = 0; i < kCount; ++i) index[i] = (i * 104729LL) % (size_t{1} << 28);
  cudaMemcpy(pool + kIndex, index.data(), kCount * sizeof(long long), cudaMemcpyHostToDevice);
  float* const cache = reinterpret_cast<float*>(pool);
  const int* const pages = reinterpret_cast<int*>(pool + kTable);
  append<<<kPages, 128>>>(cache, pages, kPage, 2);
  sum_pages<<<1, 128>>>(cache, pages, kPages, kPage, out);
  gather<<<8, 128>>>(cache, reinterpret_cast<long long*>(pool + kIndex), out, kCount);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 7;
}
