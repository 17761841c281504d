// pipeline_registers with copies that go from global to shared memory by themselves (cp.async).
//
// A copy is started and passes no register. The copies that a thread has started since its last
// commit_group are a group; wait_group 0 waits until none of its groups is under way. Then the
// barrier: the others have waited for theirs.
//
// What to look for: no shared store, no register that waits. But the wait follows the copy at once:
// the block still does nothing meanwhile. It needs compute capability 8.0.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block; each brings kVector floats of a frame
constexpr int kVector = 4;    // floats in 16 bytes
constexpr int kMean = 8;      // samples of a mean

// Starts a copy of 16 bytes from global to shared memory.
__device__ void copy_async(float* to, const float* from) {
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
}

// Means of kMean samples from each one on; behind the last comes the first again.
__device__ void store_means(const float* frame, float* __restrict__ out) {
  for (int i = threadIdx.x; i < kFrame; i += kThreads) {
    float sum = 0;
    for (int k = 0; k < kMean; ++k) sum += frame[(i + k) % kFrame];
    out[i] = sum * (1.0f / kMean);
  }
}

// in, out: frames × kFrame, row-major, 16-byte aligned.
__global__ void pipeline_one_stage(const float* __restrict__ in, float* __restrict__ out,
                                   int frames) {
  __shared__ alignas(16) float frame[kFrame];
  const int own = threadIdx.x * kVector;
  for (int f = blockIdx.x; f < frames; f += gridDim.x) {
    copy_async(&frame[own], &in[f * kFrame + own]);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    store_means(frame, &out[f * kFrame]);
    __syncthreads();  // before the next frame is copied over this one
  }
}

// Launch: pipeline_one_stage<<<blocks, kThreads>>>(in, out, frames);
