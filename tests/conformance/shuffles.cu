// Every shuffle, whole warp and in segments; lanes whose source is out of their segment keep their
// own value. No finding.
extern "C" __global__ void shuffles(const int* in, int* out) {
  int lane = threadIdx.x;
  int v = in[lane];
  out[lane] = __shfl_sync(~0u, v, (lane * 7) & 31);
  out[32 + lane] = __shfl_up_sync(~0u, v, 3);
  out[64 + lane] = __shfl_down_sync(~0u, v, 5);
  out[96 + lane] = __shfl_xor_sync(~0u, v, 9);
  out[128 + lane] = __shfl_sync(~0u, v, 2, 8);
  out[160 + lane] = __shfl_up_sync(~0u, v, 3, 8);
  out[192 + lane] = __shfl_down_sync(~0u, v, 3, 8);
  out[224 + lane] = __shfl_xor_sync(~0u, v, 5, 8);
}
