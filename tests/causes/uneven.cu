// Lanes that stop at different times, one that waits for another block, and a block of 40 threads.
extern "C" __global__ void sparse_rows(const unsigned* ends, unsigned* out) {
  unsigned sum = 0;
  const unsigned begin = threadIdx.x * 8;
#pragma unroll 1
  for (unsigned i = begin; i < begin + 1 + threadIdx.x % 32 / 4; ++i) sum += ends[i * 8];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void polls(const unsigned* in, unsigned* flag) {
  if (threadIdx.x == 0 && blockIdx.x == 0) atomicExch(flag, 1);
#pragma unroll 1
  for (int i = 0; i < 100; ++i) {
    if (threadIdx.x == 0 && *static_cast<volatile unsigned*>(flag) == 2) break;
  }
}

extern "C" __global__ void forty(const float* in, float* out) {
#pragma unroll 1
  for (int i = 0; i < 32; ++i) out[i * 64 + threadIdx.x] = in[i * 64 + threadIdx.x];
}
