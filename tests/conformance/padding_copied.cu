// Structures are copied with their padding, which nobody has set. No finding.
struct Wide {
  char letter;
  double numbers[3];
  short last;
};
extern "C" __global__ void padding_copied(const int* in, Wide* out, Wide* again) {
  __shared__ Wide shared[32];
  int t = threadIdx.x;
  Wide own[2];
  for (int i = 0; i < 2; ++i) {
    Wide& one = own[(in[t] + i) & 1];
    one.letter = static_cast<char>(t);
    for (int k = 0; k < 3; ++k) one.numbers[k] = t + k;
    one.last = 7;
  }
  shared[31 - t] = own[in[0] & 1];
  __syncthreads();
  out[t] = shared[t];
  __syncthreads();
  again[t] = out[31 - t];
}
