// Threads and blocks that have exited count as arrived at a cluster's barrier.
// nvcc: -arch=compute_90
extern "C" __global__ void __cluster_dims__(3) cluster_exited_arrive(int* out) {
  if (blockIdx.x % 3 == 1) return;
  if (threadIdx.x % 2 == 0) return;
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait;" ::: "memory");
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
