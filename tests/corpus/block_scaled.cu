// Products of floats of 8 and 4 bits whose blocks have scales, as kernels for GeForce GPUs of
// compute capability 12.0 write them: a warp multiplies 16 rows by 8 columns.
// nvcc: -arch=compute_120a

__device__ unsigned word_at(const unsigned char* bytes) {
  return *reinterpret_cast<const unsigned*>(bytes);
}

// A step along k takes the byte of the scales that is its own.
template <int kStep>
__device__ void multiply_bytes(float (&d)[4], const unsigned char* a, const unsigned char* b,
                               unsigned a_scales, unsigned b_scales, int k) {
  const int group = threadIdx.x / 4, column = 32 * kStep + threadIdx.x % 4 * 4;
  const unsigned char* const row = a + group * k + column;
  const unsigned char* const other = b + group * k + column;
  asm volatile(
      "mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e5m2."
      "f32.ue8m0 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}, %10, {%12, 0}, "
      "%11, {%12, 0};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(word_at(row)), "r"(word_at(row + 8 * k)), "r"(word_at(row + 16)),
        "r"(word_at(row + 8 * k + 16)), "r"(word_at(other)), "r"(word_at(other + 16)),
        "r"(a_scales), "r"(b_scales), "n"(kStep));
}

__device__ void store(const float (&d)[4], float* out) {
  const int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
  out[row * 8 + column] = d[0], out[row * 8 + column + 1] = d[1];
  out[(row + 8) * 8 + column] = d[2], out[(row + 8) * 8 + column + 1] = d[3];
}

// a: 16 rows of 128 e4m3, b: 8 columns of 128 e5m2; four scales a row and a column.
__global__ void scaled_bytes(const unsigned char* a, const unsigned char* b,
                             const unsigned* a_scales, const unsigned* b_scales, float* out) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4;
  const unsigned row_scales = a_scales[group + member % 2 * 8], column_scales = b_scales[group];
  float d[4] = {};
  multiply_bytes<0>(d, a, b, row_scales, column_scales, 128);
  multiply_bytes<1>(d, a, b, row_scales, column_scales, 128);
  multiply_bytes<2>(d, a, b, row_scales, column_scales, 128);
  multiply_bytes<3>(d, a, b, row_scales, column_scales, 128);
  store(d, out);
}

// 64 e2m1 a row and a column, two to a byte; a scale of ue4m3 for each 16. Selectors in registers,
// as CUTLASS passes them.
__global__ void scaled_nibbles(const unsigned char* a, const unsigned char* b,
                               const unsigned* a_scales, const unsigned* b_scales, float* out) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4;
  const unsigned char* const row = a + group * 32 + member * 4;
  const unsigned char* const column = b + group * 32 + member * 4;
  const unsigned short byte = 0, thread = 0;
  float d[4];
  asm volatile(
      "mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1."
      "f32.ue4m3 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13}, {%14}, "
      "{%15, %16}, {%17}, {%18, %19};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(word_at(row)), "r"(word_at(row + 8 * 32)), "r"(word_at(row + 16)),
        "r"(word_at(row + 8 * 32 + 16)), "r"(word_at(column)), "r"(word_at(column + 16)),
        "f"(1.0f), "f"(1.0f), "f"(1.0f), "f"(1.0f), "r"(a_scales[group + member % 2 * 8]),
        "h"(byte), "h"(thread), "r"(b_scales[group]), "h"(byte), "h"(thread));
  store(d, out);
}
