// A quotient that is used whatever its divisor is, and one that is used where there is one.
extern "C" __global__ void division_by_zero(const int* in, int* out) {
  int t = threadIdx.x;
  int quotient = 1000 / in[t];
  out[64 + t] = in[t] != 0 ? quotient : -1;
  if (t > 32) out[t] = 1000 % in[t];  // FINDING: division_by_zero
}
