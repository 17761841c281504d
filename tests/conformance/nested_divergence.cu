// Ifs and loops within each other, every lane on its own way through; all lanes are back together
// for the vote. No finding.
extern "C" __global__ void nested_divergence(int* out) {
  int t = threadIdx.x, v = 0;
  for (int i = 0; i < (t & 3) + 1; ++i) {
    if (t & 4) {
      for (int k = i; k < t % 5; ++k) {
        if ((k + t) & 1) v += k * t;
        else if (k & 2) v -= t;
        else v ^= k + 1;
      }
    } else {
      if (t & 8) v += i;
      else v += 2 * i + 1;
      if (i == 2) v *= 3;
    }
  }
  out[t] = v;
  out[64 + t] = __popc(__ballot_sync(~0u, v & 1));
}
