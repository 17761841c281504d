// Inclusive prefix sums by a tree: sums of pairs on the way up, what lies before them on the way
// down.
//
// On the way up every second element becomes the sum of 2, every fourth of 4, as in a reduction.
// On the way down these sums are handed to the elements between them. That is less than 2n
// additions, where scan_hillis_steele takes about n log n, in nearly twice as many steps. (In
// this form Brent and Kung, 1982; Blelloch's begins at 0 and leaves the element itself out.)
//
// What to look for: fewer and fewer lanes, and their words 2s apart: 2-way conflicts at s = 1,
// 4-way at s = 2, up to 32-way in a block of 1024.

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_tree(const int* in, int* out, int* totals, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {  // up: sums of 2, 4, 8 ... elements
    const int right = (t + 1) * 2 * s - 1;
    if (right < blockDim.x) values[right] += values[right - s];
    __syncthreads();
  }
  for (int s = blockDim.x / 4; s > 0; s /= 2) {  // down: what lies before them is added
    const int right = (t + 1) * 2 * s + s - 1;
    if (right < blockDim.x) values[right] += values[right - s];
    __syncthreads();
  }

  if (i < n) out[i] = values[t];
  if (t == blockDim.x - 1) totals[blockIdx.x] = values[t];
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_tree_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launch, threads a power of two; while there are several totals they are scanned in the same way:
//         const int blocks = (n + threads - 1) / threads;
//         scan_tree<<<blocks, threads, threads * sizeof(int)>>>(in, out, totals, n);
//         scan_tree<<<1, threads, threads * sizeof(int)>>>(totals, totals, total, blocks);
//         scan_tree_add<<<blocks, threads>>>(out, totals, n);
