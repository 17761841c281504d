// A recursive function to a different depth in every lane. No finding.
__device__ __noinline__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
extern "C" __global__ void recursion(int* out) {
  int t = threadIdx.x;
  out[t] = ackermann(t & 3, t >> 3);
}
