// A global float atomic could show the order of blocks, so they run in order and the trace says so;
// the values here are exact in any order. No finding.
extern "C" __global__ void float_atomic(const float* in, float* out) {
  atomicAdd(out, in[blockIdx.x * 32 + threadIdx.x]);
}
