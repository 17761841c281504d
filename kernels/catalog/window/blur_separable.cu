// Blurring an image in two launches: along rows into `between`, then along columns.
//
// The mean over a square is the mean down a column of the means along its rows, so 2 × side loads do
// what side² do in window_blur_direct. Beyond an edge the pixel at the edge counts again.
//
// What to look for: 6 loads a pixel in place of 9 with a 3 × 3 square, 10 in place of 25 with 5 × 5,
// for one store more. Down a column all loads are 4 sectors a request; along a row those shifted to
// a side are 5, the edge apart.

// in, between: rows × cols, row-major. The square's side is 2 × kRadius + 1.
template <int kRadius>
__global__ void window_blur_rows(const float* __restrict__ in, float* __restrict__ between,
                                 int rows, int cols) {
  constexpr int kSide = 2 * kRadius + 1;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  float sum = 0;
  for (int dx = -kRadius; dx <= kRadius; ++dx) {
    sum += in[row * cols + min(max(col + dx, 0), cols - 1)];
  }
  between[row * cols + col] = sum / kSide;
}

// between, out: rows × cols, row-major.
template <int kRadius>
__global__ void window_blur_columns(const float* __restrict__ between, float* __restrict__ out,
                                    int rows, int cols) {
  constexpr int kSide = 2 * kRadius + 1;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  float sum = 0;
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
    sum += between[min(max(row + dy, 0), rows - 1) * cols + col];
  }
  out[row * cols + col] = sum / kSide;
}

template __global__ void window_blur_rows<1>(const float*, float*, int, int);
template __global__ void window_blur_rows<2>(const float*, float*, int, int);
template __global__ void window_blur_columns<1>(const float*, float*, int, int);
template __global__ void window_blur_columns<2>(const float*, float*, int, int);

// Launch, one after the other:
//         dim3 block(32, 8);  // x is a warp
//         dim3 grid((cols + 31) / 32, (rows + 7) / 8);
//         window_blur_rows<kRadius><<<grid, block>>>(in, between, rows, cols);
//         window_blur_columns<kRadius><<<grid, block>>>(between, out, rows, cols);
