// One function, given pointers to global, shared and local memory. No finding.
__device__ __noinline__ int sum3(const int* p, int stride) { return p[0] + p[stride] + p[2 * stride]; }
extern "C" __global__ void generic_pointers(const int* in, int* out) {
  __shared__ int tile[128];
  int t = threadIdx.x, local[3] = {t, t * t, 1};
  tile[t] = in[t] * 2;
  tile[t + 64] = in[t + 64] * 2;
  __syncthreads();
  const int* which = t % 3 == 0 ? in + t : t % 3 == 1 ? tile + t : local;
  out[t] = sum3(which, t % 3 == 2 ? 1 : 32);
}
