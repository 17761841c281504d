__device__ int helper(int value, int limit) {
  for (int i = 0; i < value; ++i) {
    if (i * value > limit) return i;
  }
  return value * 3;
}
__global__ void control(int* out, const int* in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  int sum = helper(in[i], n);
  for (int j = 0; j < in[i]; ++j) {
    if (in[j] < 0) break;
    for (int k = j; k < in[j]; k += in[k]) sum ^= in[k];
  }
  switch (in[i]) {
    case 0: sum += 7; break;
    case 1: sum *= 3; break;
    case 2: sum -= out[i]; break;
    case 3: sum /= 5; break;
    case 4: sum <<= 2; break;
    case 5: sum = in[sum]; break;
  }
  out[i] = sum;
}
