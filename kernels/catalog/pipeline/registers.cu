// Frames of 256 samples through shared memory, one after the other: each sample becomes the mean of
// the eight from it on. Behind a frame's last sample comes its first again.
//
// A frame goes to shared memory by way of registers: a load, then a store. The store needs what the
// load brings, so the thread waits there, and then at the barrier for the others' samples.
//
// What to look for: while a block waits for its next frame it has no means to make, and while it
// makes means it has no frame under way.

constexpr int kFrame = 256;   // floats
constexpr int kThreads = 64;  // a block; each brings kVector floats of a frame
constexpr int kVector = 4;    // floats in 16 bytes
constexpr int kMean = 8;      // samples of a mean

// Means of kMean samples from each one on; behind the last comes the first again.
__device__ void store_means(const float* frame, float* __restrict__ out) {
  for (int i = threadIdx.x; i < kFrame; i += kThreads) {
    float sum = 0;
    for (int k = 0; k < kMean; ++k) sum += frame[(i + k) % kFrame];
    out[i] = sum * (1.0f / kMean);
  }
}

// in, out: frames × kFrame, row-major, 16-byte aligned.
__global__ void pipeline_registers(const float* __restrict__ in, float* __restrict__ out,
                                   int frames) {
  __shared__ alignas(16) float frame[kFrame];
  const int own = threadIdx.x * kVector;
  for (int f = blockIdx.x; f < frames; f += gridDim.x) {
    const float4 samples = *reinterpret_cast<const float4*>(&in[f * kFrame + own]);
    *reinterpret_cast<float4*>(&frame[own]) = samples;
    __syncthreads();
    store_means(frame, &out[f * kFrame]);
    __syncthreads();  // before the next frame is stored over this one
  }
}

// Launch: pipeline_registers<<<blocks, kThreads>>>(in, out, frames);
