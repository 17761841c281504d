// pipeline_stages with the copy before the barrier: a broken twin, kept to be caught.
//
// The room that the copy goes to was read in the turn before. Until the barrier the block's other
// warp may still be at it: it may find the samples of a later frame.
//
// What to look for: a race between a read of a frame and the copy of a later one. The wait counts
// one group more, so what is read has arrived. It needs compute capability 8.0.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block; each brings kVector floats of a frame
constexpr int kVector = 4;    // floats in 16 bytes
constexpr int kMean = 8;      // samples of a mean
constexpr int kStages = 4;    // frames that there is room for

// Starts a copy of 16 bytes from global to shared memory.
__device__ void copy_async(float* to, const float* from) {
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
}

// Starts the copies of a frame as one group; one that is not there is an empty group, to keep
// count.
__device__ void start_frame(float* to, const float* __restrict__ in, int f, int frames) {
  const int own = threadIdx.x * kVector;
  if (f < frames) copy_async(&to[own], &in[f * kFrame + own]);
  asm volatile("cp.async.commit_group;" ::: "memory");
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
__global__ void pipeline_early_copy(const float* __restrict__ in, float* __restrict__ out,
                                    int frames) {
  __shared__ alignas(16) float frame[kStages][kFrame];
  const int step = gridDim.x;
  for (int s = 0; s < kStages - 1; ++s) {
    start_frame(frame[s], in, blockIdx.x + s * step, frames);
  }
  int now = 0;
  for (int f = blockIdx.x; f < frames; f += step) {
    const int free = (now + kStages - 1) % kStages;  // others may still read it
    start_frame(frame[free], in, f + (kStages - 1) * step, frames);
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 1) : "memory");
    __syncthreads();
    store_means(frame[now], &out[f * kFrame]);
    now = (now + 1) % kStages;
  }
}

// Launch: pipeline_early_copy<<<blocks, kThreads>>>(in, out, frames);
