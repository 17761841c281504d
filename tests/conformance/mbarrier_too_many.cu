// nvcc: -arch=compute_90
// One arrival counts for two where only one is missing.
extern "C" __global__ void mbarrier_too_many(int* out) {
  __shared__ unsigned long long bar;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 31;" ::"r"(address) : "memory");
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0], 2;" ::"r"(address) : "memory");  // FINDING: bad_mbarrier
  }
  out[threadIdx.x] = 1;
}
