// ldmatrix and nothing else to do: where the conflict of its rows is the time.
//
// A block fills a tile of kRows rows of 128 bytes and reads it strip by strip, four 8×8 matrices of
// halves an instruction, as the main loop of a matrix multiplication does. The bits are added as
// floats, so that a read is worth as much work as in the other kernels of this family.
//
// What to look for: rows one below the other are 8-way, 32 wavefronts an ldmatrix; with 16 bytes
// more a row, or with an XOR of the group's number with the row's, it takes 4.

constexpr int kWarp = 32;
constexpr int kRows = 128;        // each lane gives one of kWarp rows, kRows / kWarp times a strip
constexpr int kGroups = 8;        // of 16 bytes, a row
constexpr int kMaximumPitch = 9;  // groups, with padding

__device__ int place(int row, int group, int pitch, int mask) {
  return row * pitch + (group ^ (row & mask));
}

__device__ float sum_of_matrices(const float4* row) {
  const unsigned address = __cvta_generic_to_shared(row);
  float a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "r"(address)  // ldmatrix: each lane gives a row
               : "memory");
  return (a + b) + (c + d);
}

// in: kRows × kGroups float4, out: one float a thread. `pitch`: groups from row to row in shared
// memory; `mask`: of the row's bits that are XORed to the group's number: 0 or 7. Blocks are of
// whole warps.
__global__ void shared_ldmatrix(const float4* __restrict__ in, float* __restrict__ out, int pitch,
                                int mask, int rounds) {
  __shared__ float4 tile[kRows * kMaximumPitch];
  for (int i = threadIdx.x; i < kRows * kGroups; i += blockDim.x) {
    tile[place(i / kGroups, i % kGroups, pitch, mask)] = in[i];
  }
  __syncthreads();

  const int lane = threadIdx.x % kWarp;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int strip = 0; strip < kGroups; ++strip) {
#pragma unroll
      for (int rows = 0; rows < kRows; rows += kWarp) {
        sum += sum_of_matrices(&tile[place(rows + lane, strip, pitch, mask)]);
      }
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Launch: shared_ldmatrix<<<blocks, threads>>>(in, out, pitch, mask, rounds);
