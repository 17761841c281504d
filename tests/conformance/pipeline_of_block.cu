// cuda::pipeline of a block: the copies of all threads tell an mbarrier a stage.
// nvcc: -arch=compute_80
#include <cooperative_groups.h>
#include <cuda/pipeline>
extern "C" __global__ void pipeline_of_block(const int* in, int* out, int tiles) {
  constexpr int kStages = 3;
  __shared__ int stage[kStages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int tile = 0, copied = 0; tile < tiles; ++tile) {
    for (; copied < tiles && copied < tile + kStages; ++copied) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, stage[copied % kStages], in + copied * 64, sizeof(int) * 64, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[tile * 64 + threadIdx.x] = stage[tile % kStages][63 - threadIdx.x];
    pipeline.consumer_release();
  }
}
