// A lock whose guarded value may still be on its way when the next one takes it.
extern "C" __global__ void lock_without_fence(int* out) {
  __shared__ int lock, guarded;
  int t = threadIdx.x;
  if (t == 0) lock = guarded = 0;
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    guarded += t + 1;  // FINDING: race
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0) out[0] = guarded;
}
