// pipeline_registers with the next frame under way, in registers, while the means are made.
//
// The load stands before the means and the store behind them, so the thread waits only for what is
// left of the way. Each thread keeps four registers for it; two frames ahead would take eight.
//
// What to look for: the loads of a frame come before the shared reads of the frame before it.

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
__global__ void pipeline_read_ahead(const float* __restrict__ in, float* __restrict__ out,
                                    int frames) {
  __shared__ alignas(16) float frame[kFrame];
  const int own = threadIdx.x * kVector;
  float4 samples = {};
  if (blockIdx.x < frames) {
    samples = *reinterpret_cast<const float4*>(&in[blockIdx.x * kFrame + own]);
  }
  for (int f = blockIdx.x; f < frames; f += gridDim.x) {
    *reinterpret_cast<float4*>(&frame[own]) = samples;
    const int next = f + gridDim.x;
    if (next < frames) samples = *reinterpret_cast<const float4*>(&in[next * kFrame + own]);
    __syncthreads();
    store_means(frame, &out[f * kFrame]);
    __syncthreads();  // before the next frame is stored over this one
  }
}

// Launch: pipeline_read_ahead<<<blocks, kThreads>>>(in, out, frames);
