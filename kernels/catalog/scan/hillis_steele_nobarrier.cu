// scan_hillis_steele without the barrier between reading and writing: it is broken.
//
// A thread reads the element s places before its own, and the thread that owns that element writes
// it in the same step. Whoever is faster decides whether the old value is added or the new one.
// Within a warp it may look right for years, since its lanes often keep step; between two warps it
// goes wrong.
//
// What to look for: the race, between the read of one thread and the write of another.

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_hillis_steele_nobarrier(const int* in, int* out, int* totals, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {
    int sum = 0;
    if (t >= s) sum = values[t - s] + values[t];
    if (t >= s) values[t] = sum;
    __syncthreads();
  }

  if (i < n) out[i] = values[t];
  if (t == blockDim.x - 1) totals[blockIdx.x] = values[t];
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_hillis_steele_nobarrier_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launched as scan_hillis_steele is.
