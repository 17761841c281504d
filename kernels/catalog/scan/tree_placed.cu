// scan_tree with the place of an element in a function of its own: one expression to change.
//
// Whatever index gives every element a place of its own gives the right sums; what it costs is
// another matter. The function stays one (__noinline__), so that another may take its place in the
// PTX: Warplens runs the kernel with the expression that a person types.
//
// What to look for: as it is written here, the same conflicts as in scan_tree.

constexpr int kBanks = 32;
constexpr int kElements = 1024;                          // of the largest block
constexpr int kPlaces = kElements + kElements / kBanks;  // room for a word of padding behind 32

// Where element i of a block stands: from 0 to kPlaces - 1.
__device__ __noinline__ int place_of(int i) { return i; }

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_tree_placed(const int* in, int* out, int* totals, int n) {
  __shared__ int values[kPlaces];
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
__global__ void scan_tree_placed_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launch, threads a power of two; while there are several totals they are scanned in the same way:
//         const int blocks = (n + threads - 1) / threads;
//         scan_tree_placed<<<blocks, threads>>>(in, out, totals, n);
//         scan_tree_placed<<<1, threads>>>(totals, totals, total, blocks);
//         scan_tree_placed_add<<<blocks, threads>>>(out, totals, n);
