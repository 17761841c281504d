// Blurring an image: each pixel becomes the mean of the square around it, read straight from global
// memory. Beyond an edge the pixel at the edge counts again.
//
// Neighbouring threads want almost the same pixels: each is loaded up to 9 times for a 3 × 3 square,
// 25 times for 5 × 5. A cache answers most of these; each still costs its request.
//
// What to look for: one load for each place of the square. Of a warp's loads those straight above
// and below are 4 sectors a request; those shifted to a side are 5, the edge apart.

// in, out: rows × cols, row-major. The square's side is 2 × kRadius + 1.
template <int kRadius>
__global__ void window_blur_direct(const float* __restrict__ in, float* __restrict__ out, int rows,
                                   int cols) {
  constexpr int kSide = 2 * kRadius + 1;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  float sum = 0;
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int y = min(max(row + dy, 0), rows - 1);
      const int x = min(max(col + dx, 0), cols - 1);
      sum += in[y * cols + x];
    }
  }
  out[row * cols + col] = sum / (kSide * kSide);
}

template __global__ void window_blur_direct<1>(const float*, float*, int, int);
template __global__ void window_blur_direct<2>(const float*, float*, int, int);

// Launch: dim3 block(32, 8);  // x is a warp
//         dim3 grid((cols + 31) / 32, (rows + 7) / 8);
//         window_blur_direct<kRadius><<<grid, block>>>(in, out, rows, cols);
