// scan_tree with a word of padding behind every 32: hardly a bank conflict is left.
//
// Element i stands at word i + i / 32. Lanes whose elements are 2s apart then want words in banks
// of their own, for one word in 32 more of shared memory. (Harris, Sengupta and Owens, GPU Gems 3,
// 2007, pad Blelloch's tree like that.)
//
// What to look for: one wavefront for every access on the way up. On the way down a warp's words
// begin s later, so the last of them may want the bank of the first: 2-way.

constexpr int kBanks = 32;

__device__ int place_of(int i) { return i + i / kBanks; }

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_tree_padded(const int* in, int* out, int* totals, int n) {
  extern __shared__ int values[];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  values[place_of(t)] = i < n ? in[i] : 0;
  __syncthreads();

  for (int s = 1; s < blockDim.x; s *= 2) {  // up: sums of 2, 4, 8 ... elements
    const int right = (t + 1) * 2 * s - 1;
    if (right < blockDim.x) values[place_of(right)] += values[place_of(right - s)];
    __syncthreads();
  }
  for (int s = blockDim.x / 4; s > 0; s /= 2) {  // down: what lies before them is added
    const int right = (t + 1) * 2 * s + s - 1;
    if (right < blockDim.x) values[place_of(right)] += values[place_of(right - s)];
    __syncthreads();
  }

  if (i < n) out[i] = values[place_of(t)];
  if (t == blockDim.x - 1) totals[blockIdx.x] = values[place_of(t)];
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_tree_padded_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launch, threads a power of two; while there are several totals they are scanned in the same way:
//         const int blocks = (n + threads - 1) / threads;
//         const int bytes = (threads + threads / 32) * sizeof(int);
//         scan_tree_padded<<<blocks, threads, bytes>>>(in, out, totals, n);
//         scan_tree_padded<<<1, threads, bytes>>>(totals, totals, total, blocks);
//         scan_tree_padded_add<<<blocks, threads>>>(out, totals, n);
