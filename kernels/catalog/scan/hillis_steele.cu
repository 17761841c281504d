// Inclusive prefix sums, all at once: in each step every element adds what stands s places before
// it.
//
// After the steps s = 1, 2, 4 ... an element is the sum of the 2, 4, 8 ... that end with it, so a
// block of 256 is done after 8 steps. (Hillis and Steele, 1986.) Each step adds for nearly all
// elements: about n log n additions, where one thread alone would need n - 1.
//
// Integers, so that every order of additions gives the same bits; what no longer fits wraps around.
//
// An array of several blocks takes several launches: each block scans its own elements and leaves
// its total, the totals are scanned in the same way, and the sum of all blocks before is added.
//
// What to look for: the tree's edges in each step, two barriers a step, no bank conflict.

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_hillis_steele(const int* in, int* out, int* totals, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {
    int sum = 0;
    if (t >= s) sum = values[t - s] + values[t];
    __syncthreads();  // everyone has read before anyone writes
    if (t >= s) values[t] = sum;
    __syncthreads();
  }

  if (i < n) out[i] = values[t];
  if (t == blockDim.x - 1) totals[blockIdx.x] = values[t];
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_hillis_steele_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launch, threads a power of two; while there are several totals they are scanned in the same way:
//         const int blocks = (n + threads - 1) / threads;
//         scan_hillis_steele<<<blocks, threads, threads * sizeof(int)>>>(in, out, totals, n);
//         scan_hillis_steele<<<1, threads, threads * sizeof(int)>>>(totals, totals, total, blocks);
//         scan_hillis_steele_add<<<blocks, threads>>>(out, totals, n);
