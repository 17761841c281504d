// Which register of which lane holds which element of wmma's fragments, which PTX leaves open: each
// element of a matrix in shared memory is its own number, and what a lane has of it is printed as
// `warplens fragments` does, a line a lane.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o wmma_fragments tests/probes/wmma_fragments.cu
//   ./wmma_fragments > hardware.txt
//   warplens fragments wmma.m16n16k16.f16      the tables of A, B, C and D say the same
//
// Each line here is: the fragment, the lane, then row,column of x[0], x[1] and so on; two elements
// of f16 are a register, the lower half first.
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

namespace {

constexpr int kSide = 16, kMost = 16;

template <class Fragment, class Element>
__device__ void keep(const Fragment& fragment, Element, int* out) {
  for (int i = 0; i < fragment.num_elements; ++i) {
    out[threadIdx.x * kMost + i] = static_cast<int>(static_cast<float>(fragment.x[i]));
  }
}

// B is read by columns: its element [row][column] is the number row * 16 + column all the same.
__global__ void fragments(int* a_out, int* b_out, int* c_out) {
  __shared__ __half rows[kSide * kSide], columns[kSide * kSide];
  __shared__ float sums[kSide * kSide];
  for (int i = threadIdx.x; i < kSide * kSide; i += 32) {
    rows[i] = __float2half(static_cast<float>(i));
    columns[i % kSide * kSide + i / kSide] = rows[i];
    sums[i] = static_cast<float>(i);
  }
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::load_matrix_sync(a, rows, kSide);
  wmma::load_matrix_sync(b, columns, kSide);
  wmma::load_matrix_sync(c, sums, kSide, wmma::mem_row_major);
  keep(a, __half(), a_out);
  keep(b, __half(), b_out);
  keep(c, 0.0f, c_out);
}

void print(const char* name, const int* elements, int count) {
  for (int lane = 0; lane < 32; ++lane) {
    std::printf("%s %2d", name, lane);
    for (int i = 0; i < count; ++i) {
      const int element = elements[lane * kMost + i];
      std::printf(" %d,%d", element / kSide, element % kSide);
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 3 * 32 * kMost * sizeof(int));
  fragments<<<1, 32>>>(out, out + 32 * kMost, out + 2 * 32 * kMost);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  print("A", out, 16);
  print("B", out + 32 * kMost, 16);
  print("C", out + 2 * 32 * kMost, 8);
}
