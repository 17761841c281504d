// nvcc: -arch=compute_80
// Threads arrive at an mbarrier that nobody has set up.
extern "C" __global__ void mbarrier_not_initialised(int* out) {
  __shared__ unsigned long long bar;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address) : "memory");  // FINDING: bad_mbarrier
  out[threadIdx.x] = 1;
}
