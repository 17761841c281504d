// A dense switch with fall-through, as a jump table, every lane another case. No finding.
extern "C" __global__ void switch_cases(const int* in, int* out) {
  int t = threadIdx.x, v = in[t], r = 0;
  switch (v) {
    case 0: r = t * 3; break;
    case 1: r = t ^ 21;
    case 2: r += t << 2; break;
    case 3: r = in[(t + 1) & 31]; break;
    case 4: out[32 + t] = t; r = 4; break;
    case 5: r = t / 3;
    case 6: r = r * r - 1; break;
    case 7: for (int i = 0; i < t; ++i) r += in[i]; break;
    default: r = -1;
  }
  out[t] = r;
}
