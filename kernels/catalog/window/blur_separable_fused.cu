// Blurring an image along rows and then along columns in one launch: `between` is in shared memory.
//
// It is window_blur_separable block by block. Each row's sums are made once, of pixels that the
// lanes beside have, as in window_blur_strip; then a thread takes four rows down its columns. A
// block makes sums of the rows above and below its own, too: its neighbours make them again.
//
// What to look for: 34 rows asked for 32 with a 3 × 3 square, 36 with 5 × 5, all by 16 bytes a
// lane, where window_blur_strip asks for 48 (64). Where rows start anywhere accesses still start on
// 16 bytes, up to three pixels early, and lanes hand each other what comes too early.

constexpr int kWarp = 32;
constexpr unsigned kWholeWarp = 0xffffffff;
constexpr int kWarps = 8;
constexpr int kRows = 4;  // of a thread
constexpr int kEach = 4;  // pixels of a lane in a row

// Four neighbours of one row.
struct alignas(sizeof(float4)) Pixels {
  float v[kEach];
};

// kAlign: rows start on multiples of so many floats: kEach, or 1 where they start anywhere.
template <int kAlign>
constexpr int kLent = kAlign == kEach ? 1 : 2;  // lanes at each end of a row of the tile
template <int kAlign>
constexpr int kOwn = (kWarp - 2 * kLent<kAlign>)*kEach;  // columns of a block: what is not lent

// The column of the lane's first pixel.
template <int kAlign>
__device__ int first_column() {
  const int first_own = static_cast<int>(blockIdx.x) * kOwn<kAlign>;
  return first_own + (static_cast<int>(threadIdx.x) - kLent<kAlign>)*kEach;
}

// So many pixels before its own does a lane's access to `row` start, to start on 16 bytes.
template <int kAlign>
__device__ int early_in(int row, int cols) {
  return kAlign == kEach ? 0 : row * cols & (kEach - 1);
}

// Four of seven, from the one at `first` (0 to 3) on. By choosing: registers have no addresses.
__device__ Pixels four_of(const float* seven, int first) {
  float five[kEach + 1];
  Pixels four;
#pragma unroll
  for (int k = 0; k < kEach + 1; ++k) five[k] = first & 2 ? seven[k + 2] : seven[k];
#pragma unroll
  for (int k = 0; k < kEach; ++k) four.v[k] = first & 1 ? five[k + 1] : five[k];
  return four;
}

// What the lane's access to `row` gives; `col` is the column of the lane's first pixel. Where rows
// start on 16 bytes a lane beyond an edge asks for the pixels at the edge; where they start
// anywhere an access that is not inside the image gives 0.
template <int kAlign>
__device__ Pixels access(const float* __restrict__ in, int row, int col, int rows, int cols) {
  if (kAlign == kEach) {
    const int inside = min(max(col, 0), cols - kEach);
    return *reinterpret_cast<const Pixels*>(&in[row * cols + inside]);
  }
  const int at = row * cols + col - early_in<kAlign>(row, cols);
  if (at < 0 || at + kEach > rows * cols) return {};
  return *reinterpret_cast<const Pixels*>(&in[at]);
}

// The lane's pixels of `row`, from its access and the next lane's. Beyond an edge the pixel at the
// edge counts again. For the whole warp.
template <int kAlign>
__device__ Pixels pixels_of(const Pixels& accessed, const float* __restrict__ in, int row, int col,
                            int cols) {
  Pixels own = accessed;
  if (kAlign == kEach) {
#pragma unroll
    for (int k = 1; k < kEach; ++k) {
      if (col < 0) own.v[k] = accessed.v[0];
      if (col >= cols) own.v[k - 1] = accessed.v[kEach - 1];
    }
    return own;
  }
  float seven[2 * kEach - 1];
#pragma unroll
  for (int k = 0; k < kEach; ++k) seven[k] = accessed.v[k];
#pragma unroll
  for (int k = 0; k < kEach - 1; ++k) {
    seven[kEach + k] = __shfl_down_sync(kWholeWarp, accessed.v[k], 1);
  }
  own = four_of(seven, early_in<kAlign>(row, cols));
  if (col >= 0 && col + 2 * kEach <= cols) return own;
#pragma unroll
  for (int k = 0; k < kEach; ++k) own.v[k] = in[row * cols + min(max(col + k, 0), cols - 1)];
  return own;
}

// Sums along a row, of kRadius pixels to each side, which the lanes beside have. For the whole
// warp.
template <int kRadius>
__device__ Pixels sums_along(const Pixels& own) {
  float reach[kRadius + kEach + kRadius];
#pragma unroll
  for (int k = 0; k < kEach; ++k) reach[kRadius + k] = own.v[k];
#pragma unroll
  for (int d = 1; d <= kRadius; ++d) {
    reach[kRadius - d] = __shfl_up_sync(kWholeWarp, own.v[kEach - d], 1);
    reach[kRadius + kEach - 1 + d] = __shfl_down_sync(kWholeWarp, own.v[d - 1], 1);
  }
  Pixels sums = {};
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
#pragma unroll
    for (int d = 0; d <= 2 * kRadius; ++d) sums.v[k] += reach[k + d];
  }
  return sums;
}

// Means over squares, from the sums along their rows.
template <int kRadius>
__device__ Pixels means_down(const Pixels* sums) {
  constexpr int kSide = 2 * kRadius + 1;
  constexpr float kShare = 1.0f / (kSide * kSide);
  Pixels means = {};
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
#pragma unroll
    for (int y = 0; y < kSide; ++y) means.v[k] += sums[y].v[k];
    means.v[k] *= kShare;
  }
  return means;
}

// Stores the means that are the block's own, by an access that starts as early as the loads'. For
// the whole warp.
template <int kAlign>
__device__ void store_means(float* __restrict__ out, int row, int col, int cols,
                            const Pixels& means) {
  Pixels own = means;
  const int early = early_in<kAlign>(row, cols);
  if (kAlign != kEach) {
    float seven[2 * kEach - 1];
#pragma unroll
    for (int k = 0; k < kEach - 1; ++k) {
      seven[k] = __shfl_up_sync(kWholeWarp, means.v[k + 1], 1);
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) seven[kEach - 1 + k] = means.v[k];
    own = four_of(seven, kEach - 1 - early);
  }
  if (threadIdx.x < kLent<kAlign> || threadIdx.x >= kWarp - kLent<kAlign>) return;
  const int first = col - early;
  if (first >= 0 && first + kEach <= cols) {
    *reinterpret_cast<Pixels*>(&out[row * cols + first]) = own;
    return;
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    if (first + k >= 0 && first + k < cols) out[row * cols + first + k] = own.v[k];
  }
}

// in, out: rows × cols, row-major, 16-byte aligned; with kAlign = 4 cols is a multiple of four. The
// square's side is 2 × kRadius + 1.
template <int kRadius, int kAlign>
__global__ void __launch_bounds__(kWarp* kWarps)
    window_blur_separable_fused(const float* __restrict__ in, float* __restrict__ out, int rows,
                                int cols) {
  constexpr int kTileRows = kWarps * kRows + 2 * kRadius;
  constexpr int kTurns = (kTileRows + kWarps - 1) / kWarps;  // of a warp, a row in each
  __shared__ Pixels between[kTileRows][kWarp];
  const int first_row = blockIdx.y * kWarps * kRows;
  const int col = first_column<kAlign>();

  Pixels accessed[kTurns];
#pragma unroll
  for (int turn = 0; turn < kTurns; ++turn) {
    const int y = threadIdx.y + turn * kWarps;
    const int row = min(max(first_row + y - kRadius, 0), rows - 1);
    if (y < kTileRows) accessed[turn] = access<kAlign>(in, row, col, rows, cols);
  }
#pragma unroll
  for (int turn = 0; turn < kTurns; ++turn) {
    const int y = threadIdx.y + turn * kWarps;
    const int row = min(max(first_row + y - kRadius, 0), rows - 1);
    if (y >= kTileRows) break;
    const Pixels own = pixels_of<kAlign>(accessed[turn], in, row, col, cols);
    between[y][threadIdx.x] = sums_along<kRadius>(own);
  }
  __syncthreads();

  Pixels sums[kRows + 2 * kRadius];
#pragma unroll
  for (int y = 0; y < kRows + 2 * kRadius; ++y) {
    sums[y] = between[threadIdx.y * kRows + y][threadIdx.x];
  }
#pragma unroll
  for (int y = 0; y < kRows; ++y) {
    const int row = first_row + threadIdx.y * kRows + y;
    const Pixels means = means_down<kRadius>(&sums[y]);
    if (row < rows) store_means<kAlign>(out, row, col, cols, means);
  }
}

template __global__ void window_blur_separable_fused<1, 4>(const float*, float*, int, int);
template __global__ void window_blur_separable_fused<2, 4>(const float*, float*, int, int);
template __global__ void window_blur_separable_fused<1, 1>(const float*, float*, int, int);
template __global__ void window_blur_separable_fused<2, 1>(const float*, float*, int, int);

// Launch: dim3 block(kWarp, kWarps);
//         // kAlign is 4 where cols is a multiple of four, else 1: then a block's own columns start
//         // up to kEach - 1 earlier, row by row
//         constexpr int own = kOwn<kAlign>, own_rows = kWarps * kRows;
//         const int wide = cols + kEach - kAlign;
//         dim3 grid((wide + own - 1) / own, (rows + own_rows - 1) / own_rows);
//         window_blur_separable_fused<kRadius, kAlign><<<grid, block>>>(in, out, rows, cols);
