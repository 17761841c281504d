// An offset without the block's rank is an address in the first block of the cluster: by
// shared::cta, which reaches a block's own memory alone, the others cannot use it.
// nvcc: -arch=compute_90
extern "C" __global__ void __cluster_dims__(2) cluster_plain_offset(int* out, const int* in) {
  __shared__ int tile[32];
  tile[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  const unsigned offset = static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x)) & 0xffffff;
  int value;
  asm volatile("ld.shared::cta.s32 %0, [%1];" : "=r"(value) : "r"(offset) : "memory");  // FINDING: out_of_bounds
  out[blockIdx.x * 32 + threadIdx.x] = value;
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
