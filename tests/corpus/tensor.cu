// Tensor cores by the instruction itself.
// nvcc: -arch=compute_80
#include <cuda_fp16.h>

// a is 16 by k, b is k by 8 with its columns contiguous, k a multiple of 16.
__global__ void mma_product(const half* a, const half* b, float* c, int k) {
  const int lane = threadIdx.x, row = lane / 4, pair = lane % 4 * 2;
  float d[4] = {0, 0, 0, 0};
  for (int base = 0; base < k; base += 16) {
    const unsigned a0 = *reinterpret_cast<const unsigned*>(a + row * k + base + pair);
    const unsigned a1 = *reinterpret_cast<const unsigned*>(a + (row + 8) * k + base + pair);
    const unsigned a2 = *reinterpret_cast<const unsigned*>(a + row * k + base + pair + 8);
    const unsigned a3 = *reinterpret_cast<const unsigned*>(a + (row + 8) * k + base + pair + 8);
    const unsigned b0 = *reinterpret_cast<const unsigned*>(b + row * k + base + pair);
    const unsigned b1 = *reinterpret_cast<const unsigned*>(b + row * k + base + pair + 8);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  }
  c[row * 8 + pair] = d[0];
  c[row * 8 + pair + 1] = d[1];
  c[(row + 8) * 8 + pair] = d[2];
  c[(row + 8) * 8 + pair + 1] = d[3];
}
