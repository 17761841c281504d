// One warp multiplies 16 × 16 of A by 16 × 8 of B with one
// mma.sync, whose fragments each lane loads and stores itself.

constexpr int kK = 16;  // terms of a sum
constexpr int kN = 8;   // columns of B and C

// Elements (row, col) and `down` rows or `right` columns
// further, as a register holds them: the first in its low half.
__device__ unsigned pair(const unsigned short* matrix, int pitch,
                         int row, int col, int down, int right) {
  const unsigned first = matrix[row * pitch + col];
  const unsigned second =
      matrix[(row + down) * pitch + col + right];
  return first | second << 16;
}

__device__ void multiply(float (&c)[4], const unsigned (&a)[4],
                         const unsigned (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]),
        "r"(b[1]));
}

__global__ void product(const unsigned short* a,
                        const unsigned short* b, float* c) {
  const int lane = threadIdx.x, quad = lane / 4, member = lane % 4;
  unsigned own_a[4], own_b[2];
  for (int r = 0; r < 4; ++r) {
    own_a[r] = pair(a, kK, quad + r % 2 * 8,
                    member * 2 + r / 2 * 8, 0, 1);
  }
  for (int r = 0; r < 2; ++r) {
    own_b[r] = pair(b, kN, member * 2 + r * 8, quad, 1, 0);
  }
  float sum[4] = {};
  multiply(sum, own_a, own_b);

  const int row = lane % 8;      // of this lane's sums
  const int col = lane / 8 * 2;  // and of the one beside
  for (int r = 0; r < 4; ++r) {
    c[(row + r / 2 * 8) * kN + col + r % 2] = sum[r];
  }
}

// The same as plainly as can be.
__global__ void product_plain(const unsigned short* a,
                              const unsigned short* b, float* c) {
  const int row = threadIdx.x / kN, col = threadIdx.x % kN;
  float sum = 0;
  for (int k = 0; k < kK; ++k) {
    float x, y;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(a[row * kK + k]));
    asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(b[k * kN + col]));
    sum += x * y;
  }
  c[row * kN + col] = sum;
}
