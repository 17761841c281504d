// A null pointer is outside every buffer.
extern "C" __global__ void null_pointer(int* out, const int* nothing) {
  int t = threadIdx.x;
  out[t] = t;
  if (t == 7) out[t] = *nothing;  // FINDING: out_of_bounds
}
