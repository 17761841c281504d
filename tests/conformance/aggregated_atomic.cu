// Lanes that took one arm find each other by __activemask and elect a leader that adds for all; the
// places it hands out are all different. No finding.
extern "C" __global__ void aggregated_atomic(const int* in, int* out, int* size) {
  int t = blockIdx.x * 64 + threadIdx.x;
  if (in[t] % 3 == 0) {
    unsigned mask = __activemask();
    int lane = threadIdx.x & 31, leader = __ffs(mask) - 1, base = 0;
    if (lane == leader) base = atomicAdd(size, __popc(mask));
    base = __shfl_sync(mask, base, leader);
    out[base + __popc(mask & ((1u << lane) - 1))] = in[t];
  }
}
