// The runtime API: several streams, asynchronous memory, managed and pinned memory, a struct with
// pointers, pointers in device memory, __device__ and __constant__ variables.
#include <cstdio>
#include <vector>

#include "../memory_kernels.cuh"

struct Node {
  Node* next;
  int value;
};
__global__ void list_sum(const Node* first, int* sum) {
  int total = 0;
  for (const Node* node = first; node != nullptr; node = node->next) total += node->value;
  *sum = total;
}
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  const int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(v + j) * n + u] = tile[threadIdx.x][threadIdx.y + j];
}
extern __shared__ int pool[];
__global__ void reverse(int* x, int n) {
  pool[threadIdx.x] = x[blockIdx.x * n + threadIdx.x];
  __syncthreads();
  x[blockIdx.x * n + threadIdx.x] = pool[n - 1 - threadIdx.x];
}

int main() {
  const int n = 4096;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = float(i % 17) - 3;
  float *x, *y, *z;
  cudaMalloc(&x, n * 4);
  cudaMalloc(&y, n * 4);
  cudaMallocManaged(&z, n * 4);
  cudaMemcpy(x, host.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(y, 0, n * 4);
  cudaStream_t streams[3];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  scale<<<16, 256, 0, streams[0]>>>(x, 2, n);
  cudaStreamSynchronize(streams[0]);
  smooth<<<16, 256, 0, streams[1]>>>(x, y, n);
  cudaStreamSynchronize(streams[1]);
  row_sums<<<1, 64, 0, streams[2]>>>(View{x, 64, 64, z});
  cudaDeviceSynchronize();
  float* rows[4] = {x, y, x + 64, y + 128};
  float** on_device;
  cudaMalloc(&on_device, sizeof rows);
  cudaMemcpy(on_device, rows, sizeof rows, cudaMemcpyHostToDevice);
  add_rows<<<8, 128>>>(on_device, z, 4, 1024);
  cudaMemcpyToSymbol(table, &x, sizeof x);
  add_table<<<16, 256>>>(y, n);
  Node* nodes;
  cudaMallocManaged(&nodes, 40 * sizeof(Node));
  for (int i = 0; i < 40; ++i) nodes[i] = {i == 39 ? nullptr : &nodes[(i * 7 + 1) % 40], i};
  nodes[39].next = nullptr;
  for (int i = 0; i < 39; ++i) nodes[i].next = &nodes[i + 1];
  int* sum;
  cudaHostAlloc(&sum, 4, cudaHostAllocMapped);
  list_sum<<<1, 1>>>(nodes, sum);
  cudaDeviceSynchronize();
  float* later;
  cudaMallocAsync(&later, n * 4, streams[0]);
  transpose<<<dim3(2, 2), dim3(32, 8), 0, streams[0]>>>(x, later, 64);
  cudaFreeAsync(later, streams[0]);
  int* numbers;
  cudaMallocPitch(&numbers, new size_t, 512, 4);
  cudaMemcpy(numbers, host.data(), 2048, cudaMemcpyHostToDevice);
  reverse<<<4, 64, 256>>>(numbers, 64);
  std::printf("sum %d, %s\n", (cudaDeviceSynchronize(), *sum), cudaGetErrorName(cudaGetLastError()));
  return 7;
}
