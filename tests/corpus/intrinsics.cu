// Instructions that few kernels use, and that a kernel from elsewhere will use all the same.
#include <cuda_fp8.h>

__global__ void packed_bytes(const unsigned* a, const unsigned* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned x = a[i], y = b[i];
  unsigned* row = out + 8 * i;
  row[0] = __vadd4(x, y);
  row[1] = __vabsdiffu4(x, y);
  row[2] = __vmaxs4(x, y);
  row[3] = __vsubus2(x, y);
  row[4] = __vcmpgtu4(x, y);
  row[5] = __vavgu4(x, y);
  row[6] = __vsadu4(x, y);
  row[7] = __vneg2(x);
}

// Warps that meet at barriers of their own, as producers and consumers do.
__global__ void named_barriers(const int* in, int* out) {
  __shared__ int box[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int k = 0; k < 3; ++k) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      box[lane] = in[k * 32 + lane];
      asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  } else {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    for (int k = 0; k < 3; ++k) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      out[k * 32 + lane] = box[31 - lane];
      if (k < 2) asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  }
}

__global__ void block_votes(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[min(i, n - 1)];
  const int any = __syncthreads_or(value > 95), all = __syncthreads_and(value >= 0);
  const int count = __syncthreads_count(value % 2);
  if (threadIdx.x == 0) out[blockIdx.x] = any | all << 1 | count << 2;
}

__global__ void lane_masks(unsigned* out) {
  unsigned below, above, warp;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(above));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  const unsigned third = __fns(0xf0f0f0f0u, 0, threadIdx.x % 16 + 1);
  out[threadIdx.x] = (below ^ above) == ~0u ? warp << 16 | __popc(below) << 8 | (third & 0xff) : 0;
  __nanosleep(20);
}

// Loads and stores with cache hints, and rounding in other directions.
__global__ void hints(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float a = __ldg(in + i), b = __ldcs(in + n + i), c = __ldcg(in + i);
  float* row = out + 6 * i;
  __stcs(row, __fadd_rz(a, b));
  __stwt(row + 1, __fmul_ru(a, b));
  __stcg(row + 2, __fmaf_rd(a, b, c));
  row[3] = __fdiv_rn(a, b);
  row[4] = __fsqrt_ru(fabsf(a));
  row[5] = __dsub_rd(a, 1e-18 * fabsf(b)) < a;
}

__global__ void small_floats(const float* in, unsigned char* bytes, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __nv_fp8_e4m3 x(in[i]);
  const __nv_fp8_e5m2 y(in[i]);
  bytes[2 * i] = x.__x;
  bytes[2 * i + 1] = y.__x;
  out[2 * i] = float(x);
  out[2 * i + 1] = float(y);
}

// One pointer to three spaces.
__global__ void __launch_bounds__(128, 4) generic_spaces(int* global, int* out, int n) {
  __shared__ int shared[32];
  int local[4] = {1, 2, 3, 4};
  const int t = threadIdx.x;
  if (t < 32) shared[t] = 10 * t;
  __syncthreads();
  int* spaces[3] = {global, shared, local};
  int* p = spaces[t % 3] + t % 4;
  int where = __isGlobal(p) | __isShared(p) << 1 | __isLocal(p) << 2;
  out[t] = *p * 8 + where;
}

__global__ void volumes(const float* in, float* out, int width, int height,
                        int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const dim3 cells(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  out[(z * height + y) * width + x] =
      in[(x * height + y) * depth + z] + cells.x * 10000 + cells.y * 100 + cells.z;
}

// Shuffles of structures and doubles, and a warp's own order.
__global__ void rotate_lanes(const double* in, double* out, int by) {
  const int lane = threadIdx.x & 31;
  const double value = in[threadIdx.x];
  const double rotated = __shfl_sync(0xffffffffu, value, lane + by, 16);
  const double swapped = __shfl_xor_sync(0xffffffffu, value, 5);
  out[threadIdx.x] = rotated - 2 * swapped;
}
