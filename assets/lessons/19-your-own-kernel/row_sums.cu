// The sum of each row of a matrix. A block of 64 threads takes
// 64 rows and walks along them, 32 columns at a time: its warps
// fetch the columns row by row, so that neighbouring lanes read
// neighbouring addresses; then each thread adds up one row.

constexpr int kRows = 64;     // of a block: one a thread
constexpr int kColumns = 32;  // at a time: one a lane

__global__ void row_sums(const float* in, float* sums,
                         int rows, int columns) {
  __shared__ float tile[kRows][kColumns];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int first = blockIdx.x * kRows;
  float sum = 0;
  for (int left = 0; left < columns; left += kColumns) {
    const int column = left + lane;
    for (int i = warp; i < kRows; i += 2) {
      const int row = first + i;
      const bool is_inside = row < rows && column <= columns;
      tile[i][lane] = is_inside ? in[row * columns + column] : 0;
    }
    for (int i = 0; i < kColumns; ++i) sum += tile[threadIdx.x][i];
    __syncthreads();
  }
  if (first + threadIdx.x < rows) sums[first + threadIdx.x] = sum;
}

// The same as plainly as can be: a thread adds up a row.
__global__ void row_sums_plain(const float* in, float* sums,
                               int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = 0; i < columns; ++i) sum += in[row * columns + i];
  sums[row] = sum;
}
