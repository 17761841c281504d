// The last thread's right neighbour is not in its array any more, the first one's left one neither.
extern "C" __global__ void neighbour_array(const int* in, int* out) {
  __shared__ int left[64], right[64];
  int t = threadIdx.x;
  left[t] = in[t];
  right[63 - t] = in[64 + t];
  __syncthreads();
  int sum = left[t + 1];  // FINDING: out_of_bounds
  if (t > 0) sum += right[t - 1];
  out[t] = sum + left[t] + right[t];
}
