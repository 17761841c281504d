// Lanes leave a loop at different places by break, continue and return. No finding.
extern "C" __global__ void break_continue(const int* in, int* out, int n) {
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < n; ++i) {
    int v = in[(t + i) % n];
    if (v % 5 == 0) continue;
    if (v % 7 == 6) break;
    if (v % 11 == 10) {
      out[t] = -v;
      return;
    }
    sum += v;
  }
  out[t] = sum;
}
