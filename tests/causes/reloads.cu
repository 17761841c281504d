// What the block wrote meanwhile is loaded anew, and so is what is volatile: no cause.
extern "C" __global__ void reloads_right(float* values, volatile int* flags) {
  for (int pass = 0; pass < 3; ++pass) {
    values[threadIdx.x] = values[threadIdx.x] * 2 + flags[threadIdx.x];
    __syncthreads();
  }
}
