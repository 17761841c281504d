// Two arrays in one dynamic shared allocation, and a static one beside it: none overlap. No finding.
extern __shared__ int pool[];
extern "C" __global__ void dynamic_shared(const int* in, float* out, int n) {
  __shared__ int fixed[32];
  int* first = pool;
  float* second = reinterpret_cast<float*>(pool + n);
  int t = threadIdx.x;
  if (t < 32) fixed[t] = 7;
  first[t] = in[t];
  second[t] = 0.5f * in[t];
  __syncthreads();
  int r = n - 1 - t;
  out[t] = first[r] + second[r] + fixed[t & 31];
}
