// C = A·B on tensor cores: a warp loads a 16×16 and a 16×8 tile with ldmatrix and multiplies them.
// nvcc: -arch=compute_80
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// A is 16 × depth, B depth × 8, both row by row; depth is a multiple of 16.
extern "C" __global__ void matrix_tile(const __half* a, const __half* b, float* c, int depth) {
  __shared__ __align__(16) __half a_tile[16][16], b_tile[16][8];
  int lane = threadIdx.x;
  float sum[4] = {};
  for (int k = 0; k < depth; k += 16) {
    for (int i = lane; i < 256; i += 32) a_tile[i / 16][i % 16] = a[i / 16 * depth + k + i % 16];
    for (int i = lane; i < 128; i += 32) b_tile[i / 8][i % 8] = b[(k + i / 8) * 8 + i % 8];
    __syncthreads();
    unsigned a_words[4], b_words[2];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a_words[0]), "=r"(a_words[1]), "=r"(a_words[2]), "=r"(a_words[3])
                 : "r"(shared_address(&a_tile[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(b_words[0]), "=r"(b_words[1])
                 : "r"(shared_address(&b_tile[lane % 16][0])));
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a_words[0]), "r"(a_words[1]), "r"(a_words[2]), "r"(a_words[3]), "r"(b_words[0]),
          "r"(b_words[1]));
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    c[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = sum[i];
  }
}
