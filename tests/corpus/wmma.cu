// Tensor cores by the library's fragments, whose layout CUDA leaves open.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void wmma_product(const half* a, const half* b, float* c, int k) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int i = 0; i < k; i += 16) {
    wmma::load_matrix_sync(left, a + i, k);
    wmma::load_matrix_sync(right, b + i, k);
    wmma::mma_sync(sum, left, right, sum);
  }
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
