// A thread arrives at the cluster's barrier again before it has waited.
// nvcc: -arch=compute_90
extern "C" __global__ void __cluster_dims__(2) cluster_arrives_twice(int* out) {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");  // FINDING: undefined_sync
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
