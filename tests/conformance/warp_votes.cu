// ballot, any, all, match and reduce, for the whole warp and for the lanes of one arm. No finding.
// nvcc: -arch=compute_80
extern "C" __global__ void warp_votes(const int* in, unsigned* out) {
  int t = threadIdx.x, v = in[t], same;
  out[t] = __ballot_sync(~0u, v > 2);
  out[32 + t] = __any_sync(~0u, v == 3) * 2 + __all_sync(~0u, v >= 0);
  out[64 + t] = __match_any_sync(~0u, v);
  __match_all_sync(~0u, v / 100, &same);
  out[96 + t] = same;
  if (t < 12) {
    out[128 + t] = __ballot_sync(0x00000fffu, v & 1);
    out[160 + t] = __reduce_add_sync(0x00000fffu, v);
    out[192 + t] = __reduce_xor_sync(0x00000fffu, v);
  } else {
    out[128 + t] = __activemask();
    out[160 + t] = __reduce_min_sync(0xfffff000u, v);
    out[192 + t] = __reduce_or_sync(0xfffff000u, v);
  }
}
