// Blurring an image twice in one launch: what the first filter gives stays in registers.
//
// Strips are those of window_blur_strip. The second filter wants the first one's results of a rim
// around its pixels and makes them itself: 2 × kRadius rows more a thread, and what is lent at a
// strip's ends is lent twice. Beyond an edge the first filter's result at the edge counts again.
//
// What to look for: half the stores of window_blur_twice, and fewer loads: no byte of `between` is
// moved. In exchange some sums are made more than once: 10 rows of the first filter for 8 of the
// second with a 3 × 3 square, 20 for 16 with 5 × 5.

constexpr int kWarp = 32;
constexpr unsigned kWholeWarp = 0xffffffff;
constexpr int kWarps = 8;
constexpr int kEach = 4;               // pixels of a lane in a row
constexpr int kStrip = kWarp * kEach;  // columns
constexpr int kLent = 4;               // of them at each end: the next strip's own

// Four pixels of one row. kApart is 1: neighbours, one access, where rows start on 16 bytes. kApart
// is a warp's width: four accesses, which may begin anywhere.
struct alignas(sizeof(float4)) Pixels {
  float v[kEach];
};

// The column in its strip of the lane's pixel k.
template <int kApart>
__device__ int place_of(int k) {
  return (kApart == 1 ? threadIdx.x * kEach : threadIdx.x) + k * kApart;
}

// The lane's pixels of a row, where they are inside it. `strip` is the strip's first column.
template <int kApart>
__device__ Pixels load_pixels(const float* __restrict__ row, int strip, int cols) {
  Pixels own = {};
  if (kApart == 1) {
    const int col = strip + place_of<kApart>(0);
    if (col >= 0 && col < cols) own = *reinterpret_cast<const Pixels*>(&row[col]);
    return own;
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int col = strip + place_of<kApart>(k);
    if (col >= 0 && col < cols) own.v[k] = row[col];
  }
  return own;
}

// Stores what is the strip's own and inside the row.
template <int kApart>
__device__ void store_pixels(float* __restrict__ row, int strip, int cols, const Pixels& own) {
#pragma unroll
  for (int k = 0; k < kEach; k += kApart == 1 ? kEach : 1) {
    const int place = place_of<kApart>(k);
    if (place < kLent || place >= kStrip - kLent || strip + place >= cols) continue;
    if (kApart == 1) *reinterpret_cast<Pixels*>(&row[strip + place]) = own;
    if (kApart != 1) row[strip + place] = own.v[k];
  }
}

// Sums along a row, of kRadius pixels to each side; beyond an edge the pixel at the edge counts
// again. Neighbouring pixels: what a lane lacks its two neighbours have. For the whole warp.
template <int kRadius>
__device__ Pixels sums_of_neighbours(const Pixels& own, int col, int cols) {
  float reach[kRadius + kEach + kRadius];
#pragma unroll
  for (int k = 0; k < kEach; ++k) reach[kRadius + k] = own.v[k];
#pragma unroll
  for (int d = 1; d <= kRadius; ++d) {
    const float before = __shfl_up_sync(kWholeWarp, own.v[kEach - d], 1);
    const float behind = __shfl_down_sync(kWholeWarp, own.v[d - 1], 1);
    const int left = kRadius - d, right = kRadius + kEach - 1 + d;
    reach[left] = col - d < 0 ? reach[left + 1] : before;
    reach[right] = col + kEach - 1 + d >= cols ? reach[right - 1] : behind;
  }
  Pixels sums = {};
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
#pragma unroll
    for (int d = 0; d <= 2 * kRadius; ++d) sums.v[k] += reach[k + d];
  }
  return sums;
}

// The same of pixels a warp's width apart. A pixel's neighbours are the same pixel of other lanes,
// but at the warp's ends: the last lanes' pixel k - 1 stands before the first lanes' pixel k.
template <int kRadius>
__device__ Pixels sums_of_strangers(const Pixels& own, int strip, int cols) {
  const int lane = threadIdx.x;
  Pixels sums = own;
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int col = strip + place_of<kWarp>(k);
    float left = own.v[k], right = own.v[k];
#pragma unroll
    for (int d = 1; d <= kRadius; ++d) {
      const float to_right = lane + d < kWarp ? own.v[k] : own.v[max(k - 1, 0)];
      const float to_left = lane >= d ? own.v[k] : own.v[min(k + 1, kEach - 1)];
      const float before = __shfl_sync(kWholeWarp, to_right, lane - d);
      const float behind = __shfl_sync(kWholeWarp, to_left, lane + d);
      if (col - d >= 0) left = before;
      if (col + d < cols) right = behind;
      sums.v[k] += left + right;
    }
  }
  return sums;
}

template <int kRadius, int kApart>
__device__ Pixels sums_along(const Pixels& own, int strip, int cols) {
  if (kApart == 1) return sums_of_neighbours<kRadius>(own, strip + place_of<1>(0), cols);
  return sums_of_strangers<kRadius>(own, strip, cols);
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

// in, out: rows × cols, row-major; with kApart = 1 16-byte aligned and cols a multiple of four. The
// squares' side is 2 × kRadius + 1. Of neighbours two blocks fit a multiprocessor's registers.
template <int kRadius, int kApart>
__global__ void __launch_bounds__(kWarp* kWarps, kApart == 1 ? 2 : 1)
    window_blur_twice_fused(const float* __restrict__ in, float* __restrict__ out, int rows,
                            int cols) {
  // Of a thread. A larger square has a higher rim, which more rows share, as far as registers go.
  constexpr int kRows = kApart == 1 ? 8 * kRadius : 8;
  constexpr int kFirstRows = kRows + 2 * kRadius;  // of the first filter's results
  const int strip = static_cast<int>(blockIdx.x) * (kStrip - 2 * kLent) - kLent;
  const int first_row = (blockIdx.y * kWarps + threadIdx.y) * kRows;

  Pixels sums[kFirstRows + 2 * kRadius];
#pragma unroll
  for (int y = 0; y < kFirstRows + 2 * kRadius; ++y) {
    const int row = min(max(first_row + y - 2 * kRadius, 0), rows - 1);
    sums[y] = load_pixels<kApart>(&in[row * cols], strip, cols);
  }
#pragma unroll
  for (int y = 0; y < kFirstRows + 2 * kRadius; ++y) {
    sums[y] = sums_along<kRadius, kApart>(sums[y], strip, cols);
  }
  Pixels between[kFirstRows];  // from row first_row - kRadius on
#pragma unroll
  for (int y = 0; y < kFirstRows; ++y) between[y] = means_down<kRadius>(&sums[y]);
    // Row -1 is row 0 again, the row behind the last is the last again.
#pragma unroll
  for (int y = kRadius - 1; y >= 0; --y) {
    if (first_row == 0) between[y] = between[y + 1];
  }
#pragma unroll
  for (int y = 1; y < kFirstRows; ++y) {
    if (first_row + y - kRadius >= rows) between[y] = between[y - 1];
  }
#pragma unroll
  for (int y = 0; y < kFirstRows; ++y) {
    between[y] = sums_along<kRadius, kApart>(between[y], strip, cols);
  }
#pragma unroll
  for (int y = 0; y < kRows; ++y) {
    const int row = first_row + y;
    const Pixels means = means_down<kRadius>(&between[y]);
    if (row < rows) store_pixels<kApart>(&out[row * cols], strip, cols, means);
  }
}

template __global__ void window_blur_twice_fused<1, 1>(const float*, float*, int, int);
template __global__ void window_blur_twice_fused<2, 1>(const float*, float*, int, int);
template __global__ void window_blur_twice_fused<1, 32>(const float*, float*, int, int);
template __global__ void window_blur_twice_fused<2, 32>(const float*, float*, int, int);

// Launch: dim3 block(kWarp, kWarps);
//         const int own = kStrip - 2 * kLent, block_rows = kWarps * kRows;
//         dim3 grid((cols + own - 1) / own, (rows + block_rows - 1) / block_rows);
//         // kApart is 1 where cols is a multiple of four, else 32
//         window_blur_twice_fused<kRadius, kApart><<<grid, block>>>(in, out, rows, cols);
