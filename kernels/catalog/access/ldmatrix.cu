// One ldmatrix: 8×8 matrices of halves from shared memory into a warp's registers.
//
// A row of such a matrix is 16 bytes, and lanes 8k to 8k + 7 give the eight rows of matrix k. Here
// a tile of kRows rows lies in shared memory, and one group of 16 bytes is read of each row: a
// strip, as a matrix multiplication reads it step by step along k.
//
// What to look for: a matrix is served at once where its eight rows fall on different 16 bytes of
// the 128 that 32 banks have. In rows of 128 bytes one below the other all eight fall on the same
// 16: eight passes a matrix. Another 16 bytes a row, or an XOR of the group's number with the
// row's, make it one.

constexpr int kRows = 32;         // four matrices
constexpr int kMaximumPitch = 9;  // groups of 16 bytes: 128 bytes a row, and padding
constexpr int kBankGroups = 8;    // of 16 bytes, that 32 banks have
constexpr int kWords = 4;         // of a group

// Where group `group` of row `row` is kept. A swizzle exchanges groups within their row; rows that
// lie in the same 128 bytes are in nobody's way and take the same exchange.
__device__ int place(int row, int group, int groups, int pitch, bool is_swizzled) {
  if (is_swizzled) group ^= row * groups / kBankGroups % groups;
  return row * pitch + group;
}

// in: kRows rows of `groups` (4 or 8) groups of 16 bytes; out: group `strip` of each row, a word a
// lane and matrix. `pitch`: groups from row to row in shared memory.
__global__ void access_ldmatrix(const uint4* __restrict__ in, unsigned* __restrict__ out,
                                int groups, int pitch, bool is_swizzled, int strip) {
  __shared__ uint4 tile[kRows * kMaximumPitch];
  const int lane = threadIdx.x;
  for (int i = lane; i < kRows * groups; i += warpSize) {
    tile[place(i / groups, i % groups, groups, pitch, is_swizzled)] = in[i];
  }
  __syncwarp();

  const uint4* row = &tile[place(lane, strip, groups, pitch, is_swizzled)];
  const unsigned address = __cvta_generic_to_shared(row);
  unsigned m[kRows / 8];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(address)  // ldmatrix: each lane gives a row
               : "memory");

  // Lane l holds word l % 4 of row l / 4 of each matrix.
  for (int i = 0; i < kRows / 8; ++i) out[i * 8 * kWords + lane] = m[i];
}

// Launch, one warp:
//         access_ldmatrix<<<1, 32>>>(in, out, groups, pitch, is_swizzled, strip);
