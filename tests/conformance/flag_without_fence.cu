// A volatile flag that may be seen before the data that it tells of.
extern "C" __global__ void flag_without_fence(const int* in, int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  int t = threadIdx.x;
  if (t == 0) flag = 0;
  __syncthreads();
  if (t == 0) {
    data = in[0];  // FINDING: race (either end)
    flag = 1;      // FINDING: race (either end)
  }
  if (t == 32) {
    while (flag == 0) {  // FINDING: race (either end)
    }
    __threadfence_block();
    out[0] = data;  // FINDING: race (either end)
  }
}
