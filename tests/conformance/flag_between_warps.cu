// A volatile flag with a fence before it is set and one behind the wait for it, there and back.
extern "C" __global__ void flag_between_warps(const int* in, int* out) {
  __shared__ int data[32];
  __shared__ volatile int round;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0) round = 0;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    if (t < 32) {
      while (round != 2 * i) {
      }
      __threadfence_block();
      data[lane] = in[lane] + i;
      __syncwarp();
      __threadfence_block();
      if (lane == 0) round = 2 * i + 1;
    } else {
      while (round != 2 * i + 1) {
      }
      __threadfence_block();
      out[lane] += data[lane ^ 1];
      __syncwarp();
      __threadfence_block();
      if (lane == 0) round = 2 * i + 2;
    }
  }
}
