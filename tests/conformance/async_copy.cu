// cp.async into shared memory, waited for, then a barrier: all threads see all of it. No finding.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void async_copy(const int4* in, int4* out) {
  __shared__ int4 tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
