// nvcc: -arch=compute_80
// An mbarrier for 64 arrivals in a block of 32 threads.
extern "C" __global__ void mbarrier_too_few(int* out) {
  __shared__ unsigned long long bar;
  unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&bar));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(address) : "memory");
  }
  __syncthreads();
  out[threadIdx.x] = 1;
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(address) : "memory");
  asm volatile(
      "{\n"
      ".reg .pred over;\n"
      "again: mbarrier.test_wait.parity.shared.b64 over, [%0], 0;\n"
      "@!over bra again;\n"
      "}" ::"r"(address)  // FINDING: deadlock
      : "memory");
  out[threadIdx.x] = 2;
}
