// One block waits for the others at the cluster's barrier, to which they would only come when it
// has arrived at an mbarrier of theirs.
// nvcc: -arch=compute_90
extern "C" __global__ void __cluster_dims__(2) cluster_deadlock(int* out) {
  __shared__ alignas(8) unsigned long long bar;
  const unsigned mine = __cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(mine) : "memory");
  __syncthreads();
  if (blockIdx.x == 0) {
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0; @!p bra again; }" ::"r"(mine) : "memory");  // FINDING: deadlock
  }
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");  // FINDING: deadlock
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
