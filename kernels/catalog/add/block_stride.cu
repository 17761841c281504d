// Adding two vectors, each block walking its own contiguous chunk.
//
// The vector is cut into as many chunks as there are blocks. The threads of a block walk its chunk
// side by side, so a warp's access is one run of 32 elements. Blocks that run at the same time work
// a chunk apart.
//
// What to look for: 4 sectors a request where the chunk is a whole number of sectors (8 floats), 5
// where it is not and a block begins inside one. In the order of time, neighbouring blocks touch
// lines that are far apart.

// c = a + b, n elements each.
__global__ void add_block_stride(const float* __restrict__ a, const float* __restrict__ b,
                                 float* __restrict__ c, int n) {
  const int blocks = gridDim.x;
  const int chunk = (n + blocks - 1) / blocks;
  const int first = blockIdx.x * chunk;
  const int end = min(first + chunk, n);
  for (int i = first + threadIdx.x; i < end; i += blockDim.x) c[i] = a[i] + b[i];
}

// Launch, any number of blocks and threads:
//         add_block_stride<<<blocks, threads>>>(a, b, c, n);
