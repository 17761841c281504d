// Every lane adds to one counter, or the warp adds up first and its first lane adds once.
extern "C" __global__ void same_address_atomic(const int* in, int* total) {
  atomicAdd(total, in[threadIdx.x]);
}

extern "C" __global__ void same_address_atomic_right(const int* in, int* total) {
  int sum = in[threadIdx.x];
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffffu, sum, apart);
  if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
}
