// The tile comes by TMA, swizzled on its way.
//
// One thread asks for a box of 32 × 32 floats; nobody computes an address, and no register holds an
// element before it is turned. A tensor map says how wide the swizzle is, and a box is no wider: the
// tile is one box of 128 bytes, two of 64 or four of 32. The 16-byte groups of each row are
// exchanged by an XOR with bits of their address. Each thread reads a group of four floats of its
// row, where the same XOR has put it, and stores them to four rows of out.
//
// What to look for: without a swizzle the groups of eight rows lie in the same four banks; with one
// of any width they lie in all 32.

// A CUtensorMap, which cuTensorMapEncodeTiled makes: only its address is used here.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

constexpr int kTile = 32;  // floats a side: rows of 128 bytes
constexpr int kGroup = 4;  // floats of 16 bytes, which a swizzle moves together
constexpr int kTileBytes = kTile * kTile * sizeof(float);

// The byte of a box at which a row's byte lies. Bits 4 to 6 are the group; of an address, bits 7 to
// 9 count the eight lines of 128 bytes that the swizzle is of.
template <int kSwizzle>
__device__ int place_of(int row, int byte) {
  constexpr int kWidth = kSwizzle == 0 ? kTile * sizeof(float) : kSwizzle;
  constexpr int kExchanged = kSwizzle == 0 ? 0 : kSwizzle / 16 - 1;  // bits of the group
  const int at = row * kWidth + byte;
  return at ^ (at >> 7 & kExchanged) << 4;
}

__device__ void copy_box(const TensorMap& map, unsigned to, int col, int row, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(&map), "r"(col), "r"(row), "r"(barrier)
      : "memory");
}

// in: rows × cols, rows of whole groups, in boxes of 32 rows and kSwizzle bytes (0: 128). out: cols
// × rows. kSwizzle: 0, 32, 64 or 128, as the tensor map has it.
template <int kSwizzle>
__global__ void transpose_tma(const __grid_constant__ TensorMap in, float* __restrict__ out,
                              int rows, int cols) {
  constexpr int kWidth = kSwizzle == 0 ? kTile * sizeof(float) : kSwizzle;  // of a box, bytes
  constexpr int kBoxFloats = kWidth / sizeof(float);
  __shared__ alignas(1024) float tile[kTile * kTile];  // the swizzle is of addresses
  __shared__ alignas(8) unsigned long long arrived;
  const unsigned barrier = __cvta_generic_to_shared(&arrived);
  const int first_row = blockIdx.y * kTile, first_col = blockIdx.x * kTile;
  if (threadIdx.y == 0 && threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // TMA sees it
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                 "n"(kTileBytes)
                 : "memory");
    for (int box = 0; box < kTile / kBoxFloats; ++box) {
      copy_box(in, __cvta_generic_to_shared(&tile[box * kTile * kBoxFloats]),
               first_col + box * kBoxFloats, first_row, barrier);
    }
  }
  __syncthreads();  // nobody waits for an mbarrier that is not set up
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0;\n"
      " @!over bra again;\n}" ::"r"(barrier)
      : "memory");

  const int row = threadIdx.x, col = threadIdx.y * kGroup;  // of the tile
  const int box = col / kBoxFloats, byte = col % kBoxFloats * sizeof(float);
  const int at = box * kTile * kWidth + place_of<kSwizzle>(row, byte);
  const float4 four = *reinterpret_cast<const float4*>(&tile[at / sizeof(float)]);
  const float values[kGroup] = {four.x, four.y, four.z, four.w};
  if (first_row + row >= rows) return;
  for (int i = 0; i < kGroup; ++i) {
    const int to_row = first_col + col + i;
    if (to_row < cols) out[static_cast<size_t>(to_row) * rows + first_row + row] = values[i];
  }
}

// from: rows × cols, row-major. The same rows, `pitch` elements apart, with zeros behind each.
__global__ void transpose_tma_pitch(const float* __restrict__ from, float* __restrict__ pitched,
                                    int cols, int rows, int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    pitched[static_cast<size_t>(row) * pitch + col] =
        col < cols ? from[static_cast<size_t>(row) * cols + col] : 0;
  }
}

template __global__ void transpose_tma<0>(const __grid_constant__ TensorMap, float*, int, int);
template __global__ void transpose_tma<32>(const __grid_constant__ TensorMap, float*, int, int);
template __global__ void transpose_tma<64>(const __grid_constant__ TensorMap, float*, int, int);
template __global__ void transpose_tma<128>(const __grid_constant__ TensorMap, float*, int, int);

// Launch: int pitch = (cols + 3) / 4 * 4;  // TMA takes rows that begin at multiples of 16 bytes
//         if (pitch != cols) {
//           dim3 blocks((pitch + 255) / 256, min(rows, 65535));
//           transpose_tma_pitch<<<blocks, 256>>>(in, rows_in, cols, rows, pitch);
//         }
//         dim3 blocks((cols + 31) / 32, (rows + 31) / 32);
//         transpose_tma<kSwizzle><<<blocks, dim3(32, 8)>>>(map_of_in, out, rows, cols);
