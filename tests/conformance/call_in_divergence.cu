// A function with a barrier of its own warp inside, called from both arms: lanes meet again in the
// callee's caller, not in the callee. No finding.
__device__ __noinline__ int mix(int v, int rounds) {
  for (int i = 0; i < rounds; ++i) v = v * 5 + (v >> 3) + i;
  return v;
}
extern "C" __global__ void call_in_divergence(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (v & 1) v = mix(v, t & 7);
  else if (v & 2) v = mix(mix(v, 2), t & 3);
  else v = -v;
  out[t] = v + __shfl_xor_sync(~0u, v, 1);
}
