// A block of 40 threads: the last warp has eight lanes, and warp operations on it name all of its
// lanes only. No finding.
extern "C" __global__ void partial_warp(const int* in, int* out) {
  __shared__ int tile[40];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncwarp();
  int v = tile[t ^ 7];
  unsigned mask = t < 32 ? ~0u : 0xffu;
  out[t] = v + __shfl_xor_sync(mask, v, 1) + __popc(__ballot_sync(mask, true));
}
