// C = A · B as in gemm_row_loop, on rows that each start on an aligned address (cudaMallocPitch).
//
// A pitch is the distance in bytes from a row to the next: the row's own bytes, rounded up. A row
// is found in bytes and its columns in floats.
//
// What to look for: with n = 61 rows of B start anywhere in a sector when they follow one another
// directly, and a warp's load touches up to five sectors; with a pitch that is a multiple of 32
// bytes it touches four. Where n is a multiple of eight already, the pitch changes nothing.

constexpr int kThreads = 256;  // along x; they walk over the row, which may have any length

// a: m × k, b: k × n, c: m × n, each with its pitch in bytes.
__global__ void gemm_pitched(const float* __restrict__ a, size_t pitch_a,
                             const float* __restrict__ b, size_t pitch_b, float* __restrict__ c,
                             size_t pitch_c, int m, int n, int k) {
  const int row = blockIdx.x;
  if (row >= m) return;
  const float* row_of_a =
      reinterpret_cast<const float*>(reinterpret_cast<const char*>(a) + row * pitch_a);
  float* row_of_c = reinterpret_cast<float*>(reinterpret_cast<char*>(c) + row * pitch_c);
  for (int col = threadIdx.x; col < n; col += kThreads) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      const float* row_of_b =
          reinterpret_cast<const float*>(reinterpret_cast<const char*>(b) + i * pitch_b);
      sum += row_of_a[i] * row_of_b[col];
    }
    row_of_c[col] = sum;
  }
}

// Launch: cudaMallocPitch(&a, &pitch_a, k * sizeof(float), m);  // width in bytes, then rows
//         cudaMallocPitch(&b, &pitch_b, n * sizeof(float), k);
//         cudaMallocPitch(&c, &pitch_c, n * sizeof(float), m);
//         gemm_pitched<<<m, kThreads>>>(a, pitch_a, b, pitch_b, c, pitch_c, m, n, k);
