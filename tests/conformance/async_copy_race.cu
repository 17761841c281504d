// cp.async waited for by each thread, but the barrier is missing: a race with the neighbour's copy.
// nvcc: -arch=compute_80
#include <cuda_pipeline.h>
extern "C" __global__ void async_copy_race(const int4* in, int4* out) {
  __shared__ int4 tile[64];
  int t = threadIdx.x;
  tile[t] = make_int4(0, 0, 0, 0);
  __syncthreads();
  __pipeline_memcpy_async(&tile[t], &in[t], 16);  // FINDING: race (either end)
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[63 - t];                          // FINDING: race (either end)
}
