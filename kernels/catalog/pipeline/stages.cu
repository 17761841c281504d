// pipeline_one_stage with more frames under way: room for kStages of them, used in turn.
//
// Copies run kStages - 1 frames ahead of the means. Groups finish in the order in which they were
// committed, so wait_group kStages - 2 is enough: the oldest one, this turn's frame, is there, and
// the newer ones may still be under way. One barrier a frame does: behind it nobody reads the frame
// before any more, and its room takes the next copy.
//
// What to look for: copies of a frame come kStages - 1 turns before its reads. With 4 or 8 bytes a
// copy the same sectors take four or two times the requests. It needs compute capability 8.0.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block
constexpr int kMean = 8;      // samples of a mean

// Starts a copy of kBytes from global to shared memory.
template <int kBytes>
__device__ void copy_async(float* to, const float* from) {
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared), "l"(from), "n"(kBytes)
               : "memory");
}

// Starts the copies of a frame as one group; one that is not there is an empty group, to keep
// count.
template <int kBytes>
__device__ void start_frame(float* to, const float* __restrict__ in, int f, int frames) {
  constexpr int kFloats = kBytes / sizeof(float);
  if (f < frames) {
    for (int i = threadIdx.x * kFloats; i < kFrame; i += kThreads * kFloats) {
      copy_async<kBytes>(&to[i], &in[f * kFrame + i]);
    }
  }
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
template <int kStages, int kBytes>
__global__ void pipeline_stages(const float* __restrict__ in, float* __restrict__ out, int frames) {
  __shared__ alignas(16) float frame[kStages][kFrame];
  const int step = gridDim.x;
  for (int s = 0; s < kStages - 1; ++s) {
    start_frame<kBytes>(frame[s], in, blockIdx.x + s * step, frames);
  }
  int now = 0;
  for (int f = blockIdx.x; f < frames; f += step) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
    __syncthreads();
    const int free = (now + kStages - 1) % kStages;  // it was read in the turn before
    start_frame<kBytes>(frame[free], in, f + (kStages - 1) * step, frames);
    store_means(frame[now], &out[f * kFrame]);
    now = (now + 1) % kStages;
  }
}

template __global__ void pipeline_stages<2, 4>(const float*, float*, int);
template __global__ void pipeline_stages<2, 8>(const float*, float*, int);
template __global__ void pipeline_stages<2, 16>(const float*, float*, int);
template __global__ void pipeline_stages<3, 4>(const float*, float*, int);
template __global__ void pipeline_stages<3, 8>(const float*, float*, int);
template __global__ void pipeline_stages<3, 16>(const float*, float*, int);
template __global__ void pipeline_stages<4, 4>(const float*, float*, int);
template __global__ void pipeline_stages<4, 8>(const float*, float*, int);
template __global__ void pipeline_stages<4, 16>(const float*, float*, int);
template __global__ void pipeline_stages<8, 4>(const float*, float*, int);
template __global__ void pipeline_stages<8, 8>(const float*, float*, int);
template __global__ void pipeline_stages<8, 16>(const float*, float*, int);

// Launch: pipeline_stages<kStages, kBytes><<<blocks, kThreads>>>(in, out, frames);
