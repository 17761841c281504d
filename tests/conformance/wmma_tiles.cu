// C = A·B by wmma: A comes from shared memory and B from global memory, row by row or column by
// column, and C goes through shared memory.
// nvcc: -arch=compute_80
#include <mma.h>

using namespace nvcuda;

template <class ALayout, class BLayout>
__device__ void multiply(const __half* a, const __half* b, float* c, int depth,
                         wmma::layout_t c_layout) {
  __shared__ __align__(32) __half a_tile[256];
  __shared__ __align__(32) float c_tile[256];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, ALayout> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, BLayout> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  const bool a_is_rows = __is_same(ALayout, wmma::row_major);
  const bool b_is_rows = __is_same(BLayout, wmma::row_major);
  for (int k = 0; k < depth; k += 16) {
    for (int i = threadIdx.x; i < 256; i += 32)
      a_tile[i] = a_is_rows ? a[i / 16 * depth + k + i % 16] : a[(k + i / 16) * 16 + i % 16];
    __syncwarp();
    wmma::load_matrix_sync(left, a_tile, 16);
    wmma::load_matrix_sync(right, b_is_rows ? b + k * 16 : b + k, b_is_rows ? 16 : depth);
    wmma::mma_sync(sum, left, right, sum);
    __syncwarp();
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2;
  wmma::store_matrix_sync(c_tile, sum, 16, c_layout);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) c[i] = c_tile[i];
}

// A is 16 × depth and B depth × 16; as `form` says, bit by bit, A, B and C lie column by column.
extern "C" __global__ void wmma_tiles(const __half* a, const __half* b, float* c, int depth,
                                      int form) {
  const auto c_layout = form & 4 ? wmma::mem_col_major : wmma::mem_row_major;
  switch (form & 3) {
    case 0:
      return multiply<wmma::row_major, wmma::row_major>(a, b, c, depth, c_layout);
    case 1:
      return multiply<wmma::col_major, wmma::row_major>(a, b, c, depth, c_layout);
    case 2:
      return multiply<wmma::row_major, wmma::col_major>(a, b, c, depth, c_layout);
    default:
      return multiply<wmma::col_major, wmma::col_major>(a, b, c, depth, c_layout);
  }
}
