// A pointer to a thread's own variable, left for the others to read through.
extern "C" __global__ void local_published(const int* in, int* out) {
  __shared__ const int* published;
  int t = threadIdx.x, own[4];
  for (int i = 0; i < 4; ++i) own[(in[i] + t) & 3] = in[t] + i;
  if (t == 5) published = own;
  __syncthreads();
  out[t] = published[in[t] & 3];  // FINDING: foreign_local
}
