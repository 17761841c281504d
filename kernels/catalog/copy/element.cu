// Copying a matrix, a float a thread: the plain form.
//
// A copy reads and writes as many bytes as a transpose and turns nothing: what it does not reach, a
// transpose of the same form cannot be asked for.
//
// What to look for: 4 sectors a request, and 128 bytes under way for each warp.

constexpr int kThreads = 256;

// in, out: rows × cols, row-major. rows × cols fits an int.
__global__ void copy_element(const float* __restrict__ in, float* __restrict__ out, int rows,
                             int cols) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < rows * cols) out[i] = in[i];
}

// Launch: copy_element<<<(rows * cols + kThreads - 1) / kThreads, kThreads>>>(in, out, rows, cols);
