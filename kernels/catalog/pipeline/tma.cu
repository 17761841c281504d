// pipeline_stages with copies by TMA: one thread asks for a whole frame.
//
// cp.async takes an instruction for each 16 bytes of each thread, and a group that its own thread
// waits for. A bulk copy takes one instruction for a frame, and an mbarrier counts its bytes: all
// threads wait for the phase in which they have come. A stage's mbarrier has a phase a turn, of
// alternating parity. Behind the barrier of the block nobody reads the frame before any more, and
// its room takes the next copy.
//
// What to look for: one event of one lane brings 1,024 bytes. It needs compute capability 9.0.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block
constexpr int kMean = 8;      // samples of a mean
constexpr int kFrameBytes = kFrame * sizeof(float);

// Asks for a frame: `barrier` counts its bytes, and this thread as the phase's one arrival.
__device__ void start_frame(float* to, const float* from, unsigned barrier) {
  const auto shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%3], %1, [%0];" ::
          "r"(barrier),
      "n"(kFrameBytes), "r"(shared), "l"(from)
      : "memory");
}

__device__ void wait_for_phase(unsigned barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      " @!over bra again;\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
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
template <int kStages>
__global__ void pipeline_tma(const float* __restrict__ in, float* __restrict__ out, int frames) {
  __shared__ alignas(16) float frame[kStages][kFrame];
  __shared__ alignas(8) unsigned long long arrived[kStages];
  const auto barriers = static_cast<unsigned>(__cvta_generic_to_shared(arrived));
  const int step = gridDim.x;
  if (threadIdx.x == 0) {
    for (int s = 0; s < kStages; ++s) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barriers + s * 8) : "memory");
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // TMA sees them
    for (int s = 0; s < kStages - 1; ++s) {
      const int f = blockIdx.x + s * step;
      if (f < frames) start_frame(frame[s], &in[f * kFrame], barriers + s * 8);
    }
  }
  __syncthreads();
  int now = 0;
  unsigned parity = 0;  // of the phase that the stage `now` is in
  for (int f = blockIdx.x; f < frames; f += step) {
    wait_for_phase(barriers + now * 8, parity);
    __syncthreads();
    const int free = (now + kStages - 1) % kStages;  // it was read in the turn before
    const int later = f + (kStages - 1) * step;
    if (threadIdx.x == 0 && later < frames)
      start_frame(frame[free], &in[later * kFrame], barriers + free * 8);
    store_means(frame[now], &out[f * kFrame]);
    now = (now + 1) % kStages;
    if (now == 0) parity ^= 1;
  }
}

template __global__ void pipeline_tma<2>(const float*, float*, int);
template __global__ void pipeline_tma<3>(const float*, float*, int);
template __global__ void pipeline_tma<4>(const float*, float*, int);
template __global__ void pipeline_tma<8>(const float*, float*, int);

// Launch: pipeline_tma<kStages><<<blocks, kThreads>>>(in, out, frames);
