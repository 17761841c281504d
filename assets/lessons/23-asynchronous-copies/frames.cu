// Means over frames of 256 samples, which pass through shared
// memory one after the other. There is room for four frames:
// copies run three frames ahead of the means.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block
constexpr int kMean = 8;      // samples of a mean
constexpr int kStages = 4;    // frames that there is room for
constexpr int kFloats = 1;    // of a copy

__device__ void copy_async(float* to, const float* from) {
  const auto shared =
      static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::
               "r"(shared), "l"(from), "n"(4 * kFloats) : "memory");
}

__device__ void start_frame(float* to, const float* in,
                            int f, int frames) {
  if (f < frames) {
    for (int i = threadIdx.x * kFloats; i < kFrame;
         i += kThreads * kFloats) {
      copy_async(&to[i], &in[f * kFrame + i]);
    }
  }
  asm volatile("cp.async.commit_group;" ::: "memory");
}

__global__ void means(const float* in, float* out, int frames) {
  __shared__ alignas(16) float frame[kStages][kFrame];
  for (int s = 0; s < kStages - 1; ++s) {
    start_frame(frame[s], in, s, frames);
  }
  for (int f = 0; f < frames; ++f) {
    asm volatile("cp.async.wait_group %0;" ::
                 "n"(kStages - 1) : "memory");
    __syncthreads();
    start_frame(frame[(f + kStages - 1) % kStages], in,
                f + kStages - 1, frames);
    const float* now = frame[f % kStages];
    for (int i = threadIdx.x; i < kFrame; i += kThreads) {
      float sum = 0;
      for (int k = 0; k < kMean; ++k) sum += now[(i + k) % kFrame];
      out[f * kFrame + i] = sum / kMean;
    }
  }
}

// The same as plainly as can be.
__global__ void means_plain(const float* in, float* out, int frames) {
  for (int i = threadIdx.x; i < frames * kFrame; i += kThreads) {
    const float* now = &in[i / kFrame * kFrame];
    float sum = 0;
    for (int k = 0; k < kMean; ++k) sum += now[(i + k) % kFrame];
    out[i] = sum / kMean;
  }
}
