// An array of the thread whose index is not known stays in memory; with constants it is registers.
extern "C" __global__ void local_memory(const int* order, float* out) {
  float values[8];
  for (int i = 0; i < 8; ++i) values[i] = i * threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum = sum * 2 + values[order[i * 64 + threadIdx.x]];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void local_memory_right(const int* order, float* out) {
  float values[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) values[i] = i * threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum = sum * 2 + values[i] + order[i * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
}
