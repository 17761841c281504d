// Of four numbers a thread sets three, and adds up those that the input names.
extern "C" __global__ void local_unset(const int* in, int* out) {
  int t = threadIdx.x, own[4];
  for (int i = 0; i < 3; ++i) own[(in[i] + t) & 3] = in[i];
  int sum = 0;
  for (int i = 0; i < 3; ++i) sum += own[(in[i] + in[t]) & 3];  // FINDING: uninitialized_read
  out[t] = sum;
}
