// Every thread that finds something stores true to one flag: a race of equal values, only
// information. The read after the barrier is ordered.
extern "C" __global__ void same_value(const int* in, int* out) {
  __shared__ int found;
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  if (in[t] > 10) found = 1;  // FINDING: same_value_race
  __syncthreads();
  out[t] = found;
}
