// Copying a matrix, a float4 a thread, in the order in which it lies in memory.
//
// Against copy_element a thread has four times as many bytes under way, for a quarter of the
// requests. Rows do not matter here: the matrix is the vector that it is in memory.
//
// What to look for: 16 sectors a request, each sector once, and blocks whose numbers follow each
// other stand beside each other in memory, on both sides.

constexpr int kThreads = 256;
constexpr int kVector = 4;  // floats in a float4

// in, out: rows × cols, row-major, 16-byte aligned. rows × cols fits an int.
__global__ void copy_vector(const float* __restrict__ in, float* __restrict__ out, int rows,
                            int cols) {
  const int n = rows * cols;
  const int vectors = n / kVector;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < vectors) reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  // The last elements fill no vector: one each for the first threads.
  const int left_over = vectors * kVector + i;
  if (left_over < n) out[left_over] = in[left_over];
}

// Launch: copy_vector<<<(rows * cols / kVector + kThreads) / kThreads, kThreads>>>(in, out, rows,
//                                                                                 cols);
