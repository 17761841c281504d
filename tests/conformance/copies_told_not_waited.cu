// The copies tell an mbarrier, and the threads meet at another barrier instead of waiting for it.
// nvcc: -arch=compute_80
extern "C" __global__ void copies_told_not_waited(const int* in, int* out) {
  __shared__ int tile[64];
  __shared__ unsigned long long bar;
  int t = threadIdx.x;
  unsigned b = __cvta_generic_to_shared(&bar), d = __cvta_generic_to_shared(tile + t);
  if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(b) : "memory");
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(d), "l"(in + t) : "memory");  // FINDING: race (either end)
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b) : "memory");
  __syncthreads();
  out[t] = tile[63 - t];  // FINDING: race (either end)
}
