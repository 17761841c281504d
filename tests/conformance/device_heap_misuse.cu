// What a thread may not do with memory of malloc.
#include <cstdlib>
extern "C" __global__ void device_heap_misuse(const int* in, int* out) {
  int t = threadIdx.x;
  int* block = static_cast<int*>(malloc(12));
  block[0] = in[t];
  block[1] = in[t] + 1;
  volatile int* seen = block;
  if (t == 3) seen[3] = 7;               // FINDING: out_of_bounds
  if (t == 4) out[t] = seen[2];          // FINDING: uninitialized_read
  if (t != 4) out[t] = seen[1];
  free(block);
  if (t == 5) out[t] = seen[0] * 0 + 9;  // FINDING: out_of_bounds
  if (t == 6) free(block);               // FINDING: out_of_bounds
  if (t == 7) free(block + 1);           // FINDING: out_of_bounds
}
