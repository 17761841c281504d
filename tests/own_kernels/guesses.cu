// nvcc: -arch=compute_80
// Kernels in the styles of public ones, whose launches are easily guessed wrong.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// ---- What is touched.

// The slice x[1:3] of three halves, as one 4-byte load.
__global__ void odd_slice(const half* x, half* y) {
  if (threadIdx.x == 0)
    reinterpret_cast<unsigned*>(y)[0] = reinterpret_cast<const unsigned*>(x + 1)[0];
}

__global__ void copied_ahead(const float4* x, float4* y) {
  __shared__ float4 s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], x + blockIdx.x * 64 + threadIdx.x, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  y[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

// A thread a row: n*n elements, more than a probe gives room for.
__global__ void matrix_vector(const float* a, const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int c = 0; c < n; ++c) sum += a[row * n + c] * x[c];
  y[row] = sum;
}

// ---- Blocks.

// __launch_bounds__ says more than that 64 columns lie from one block to the next.
__global__ void __launch_bounds__(256) turn(const float* in, float* out, int cols) {
  __shared__ float tile[64][65];
  for (int i = threadIdx.x; i < 4096; i += 256)
    tile[i / 64][i % 64] = in[(blockIdx.y * 64 + i / 64) * cols + blockIdx.x * 64 + i % 64];
  __syncthreads();
  for (int i = threadIdx.x; i < 4096; i += 256)
    out[(blockIdx.x * 64 + i / 64) * cols + blockIdx.y * 64 + i % 64] = tile[i % 64][i / 64];
}

__global__ void __launch_bounds__(256)
    turn_halves(const half* __restrict__ in, half* __restrict__ out, int rows, int cols) {
  __shared__ __align__(16) half tile[64][64];
  for (int chunk = threadIdx.x; chunk < 512; chunk += 256) {
    const int r = chunk / 8, c = chunk % 8 * 8;
    *reinterpret_cast<uint4*>(&tile[r][c]) = *reinterpret_cast<const uint4*>(
        &in[(size_t)(blockIdx.y * 64 + r) * cols + blockIdx.x * 64 + c]);
  }
  __syncthreads();
  for (int chunk = threadIdx.x; chunk < 512; chunk += 256) {
    const int c = chunk / 8, r = chunk % 8 * 8;
    __align__(16) half v[8];
    for (int k = 0; k < 8; ++k) v[k] = tile[r + k][c];
    *reinterpret_cast<uint4*>(&out[(size_t)(blockIdx.x * 64 + c) * rows + blockIdx.y * 64 + r]) =
        *reinterpret_cast<uint4*>(v);
  }
}

// All dimensions are read, and none but the threads' number counts.
__global__ void ranked(const float* in, float* out, int n) {
  const auto grid = cooperative_groups::this_grid();
  const auto block = cooperative_groups::this_thread_block();
  __shared__ float all[1024];
  float sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  all[block.thread_rank()] = sum;
  block.sync();
  if (block.thread_rank() != 0) return;
  for (int i = 1; i < block.size(); ++i) sum += all[i];
  out[blockIdx.x] = sum;
}

// The blocks meet, which asks whose number is 0 in all dimensions.
__global__ void met(const float* in, float* parts, float* out, int n) {
  const auto grid = cooperative_groups::this_grid();
  float sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  parts[grid.thread_rank()] = sum;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (int i = 1; i < grid.size(); ++i) sum += parts[i];
  out[0] = sum;
}

// Rows of the block are warps.
__global__ void mean_of_squares(const float* x, float* y, int d) {
  __shared__ float sums[32];
  const int lane = threadIdx.x, warp = threadIdx.y;
  float v = 0;
  for (int i = warp * 32 + lane; i < d; i += 32 * blockDim.y)
    v += x[blockIdx.x * d + i] * x[blockIdx.x * d + i];
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp > 0) return;
  v = lane < blockDim.y ? sums[lane] : 0.f;
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  if (lane == 0) y[blockIdx.x] = v / d;
}

// A row of the matrix for each 32 threads.
__global__ void normalise_rows(float* out, const float* in, const float* weight, int N, int C) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= N) return;
  float sum = 0;
  for (int i = lane; i < C; i += 32) sum += in[row * C + i] * in[row * C + i];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
  for (int i = lane; i < C; i += 32)
    out[row * C + i] = in[row * C + i] * rsqrtf(sum / C) * weight[i];
}

template <unsigned blockSize>
__global__ void sum_of_pairs(const int* in, int* out, unsigned n) {
  extern __shared__ int sums[];
  const unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned i = blockIdx.x * (blockSize * 2) + t; i < n; i += blockSize * 2 * gridDim.x)
    sum += in[i] + (i + blockSize < n ? in[i + blockSize] : 0);
  sums[t] = sum;
  __syncthreads();
  for (unsigned s = blockSize / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
template __global__ void sum_of_pairs<512>(const int*, int*, unsigned);

// 512 threads load each tile once; each multiplies for eight rows of the product.
template <int BM, int BN, int BK, int TM>
__global__ void column_of_eight(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[BM * BK], Bs[BK * BN];
  const int column = threadIdx.x % BN, row = threadIdx.x / BN;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  float sums[TM] = {};
  for (int k = 0; k < K; k += BK) {
    As[threadIdx.x] = A[threadIdx.x / BK * K + threadIdx.x % BK];
    Bs[threadIdx.x] = B[threadIdx.x / BN * N + threadIdx.x % BN];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int d = 0; d < BK; ++d)
      for (int r = 0; r < TM; ++r) sums[r] += As[(row * TM + r) * BK + d] * Bs[d * BN + column];
    __syncthreads();
  }
  for (int r = 0; r < TM; ++r) C[(row * TM + r) * N + column] = sums[r];
}
template __global__ void column_of_eight<64, 64, 8, 8>(int, int, int, const float*, const float*,
                                                       float*);

template <unsigned BLOCKSIZE>
__global__ void square_in_a_line(int M, int N, int K, const float* A, const float* B, float* C) {
  const int row = blockIdx.x * BLOCKSIZE + threadIdx.x / BLOCKSIZE;
  const int column = blockIdx.y * BLOCKSIZE + threadIdx.x % BLOCKSIZE;
  if (row >= M || column >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}
template __global__ void square_in_a_line<32>(int, int, int, const float*, const float*, float*);

// Blocks of 16 by 16 threads work on 12 by 12 pixels.
#define OUTPUT_SIDE 12
#define INPUT_BLOCK (OUTPUT_SIDE + 4)
__global__ void blur(const float* in, float* out, int height, int width) {
  __shared__ float tile[INPUT_BLOCK][INPUT_BLOCK];
  const int row = blockIdx.y * OUTPUT_SIDE + threadIdx.y;
  const int column = blockIdx.x * OUTPUT_SIDE + threadIdx.x;
  const int y = row - 2, x = column - 2;
  const bool is_inside = y >= 0 && y < height && x >= 0 && x < width;
  tile[threadIdx.y][threadIdx.x] = is_inside ? in[y * width + x] : 0.f;
  __syncthreads();
  if (threadIdx.y >= OUTPUT_SIDE || threadIdx.x >= OUTPUT_SIDE) return;
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) sum += tile[threadIdx.y + i][threadIdx.x + j];
  if (row < height && column < width) out[row * width + column] = sum / 25;
}

// The barrier behind the store is missing, whatever the block is.
__global__ void without_barrier(const float* x, float* y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
  y[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

// ---- Grids and sizes.

// A group a block: it ends where the next begins, or at n.
__global__ void group_sums(const float* x, float* y, int group, int n) {
  const int end = min(blockIdx.x * group + group, n);
  float sum = 0;
  for (int i = blockIdx.x * group + threadIdx.x; i < end; i += 32) sum += x[i];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(~0u, sum, o);
  if (threadIdx.x == 0) y[blockIdx.x] = sum;
}

// Nothing is called like a size, and nothing is compared.
template <int BLOCK_SIZE>
__global__ void tiled_product(float* C, const float* A, const float* B, int wA, int wB) {
  __shared__ float As[BLOCK_SIZE][BLOCK_SIZE], Bs[BLOCK_SIZE][BLOCK_SIZE];
  const int x = threadIdx.x, y = threadIdx.y;
  const int begin = wA * BLOCK_SIZE * blockIdx.y;
  float sum = 0;
  for (int a = begin, b = BLOCK_SIZE * blockIdx.x; a < begin + wA;
       a += BLOCK_SIZE, b += BLOCK_SIZE * wB) {
    As[y][x] = A[a + wA * y + x];
    Bs[y][x] = B[b + wB * y + x];
    __syncthreads();
    for (int k = 0; k < BLOCK_SIZE; ++k) sum += As[y][k] * Bs[k][x];
    __syncthreads();
  }
  C[wB * BLOCK_SIZE * blockIdx.y + BLOCK_SIZE * blockIdx.x + wB * y + x] = sum;
}
template __global__ void tiled_product<32>(float*, const float*, const float*, int, int);

__global__ void embed(float* out, const int* tokens, const float* table, int B, int T, int C) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < B * T * C) out[i] = table[tokens[i / C] * C + i % C];
}

// N is for who launches it: a block a row.
__global__ void softmax(float* out, const float* in, int N, int C) {
  float sum = 0;
  for (int i = 0; i < C; ++i) sum += expf(in[blockIdx.x * C + i]);
  for (int i = threadIdx.x; i < C; i += blockDim.x)
    out[blockIdx.x * C + i] = expf(in[blockIdx.x * C + i]) / sum;
}

__global__ void add_fours(const float4* a, float4* b, int n4) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  const float4 x = a[i], y = b[i];
  b[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

// Attention: a block takes ROWS rows of one head, each DEPTH long; no block goes from row to row of
// N.
template <int ROWS, int DEPTH>
__global__ void attention_rows(const float* q, const float* k, const float* v, float* out, int N,
                               float scale) {
  __shared__ float queries[ROWS * DEPTH], keys[ROWS * DEPTH], values[ROWS * DEPTH];
  const int head = blockIdx.y * N * DEPTH, first = blockIdx.x * ROWS * DEPTH;
  for (int i = threadIdx.x; i < ROWS * DEPTH; i += ROWS) queries[i] = q[head + first + i];
  float sum = 0, result[DEPTH] = {};
  for (int begin = 0; begin < N; begin += ROWS) {
    __syncthreads();
    for (int i = threadIdx.x; i < ROWS * DEPTH; i += ROWS) {
      keys[i] = k[head + begin * DEPTH + i];
      values[i] = v[head + begin * DEPTH + i];
    }
    __syncthreads();
    for (int j = 0; j < ROWS; ++j) {
      float score = 0;
      for (int d = 0; d < DEPTH; ++d)
        score += queries[threadIdx.x * DEPTH + d] * keys[j * DEPTH + d];
      const float weight = expf(score * scale);
      sum += weight;
      for (int d = 0; d < DEPTH; ++d) result[d] += weight * values[j * DEPTH + d];
    }
  }
  for (int d = 0; d < DEPTH; ++d) out[head + first + threadIdx.x * DEPTH + d] = result[d] / sum;
}
template __global__ void attention_rows<32, 8>(const float*, const float*, const float*, float*,
                                               int, float);

// 48 KiB of stages, which a launch has to ask for.
__global__ void __launch_bounds__(128) staged(const float4* x, float4* y) {
  extern __shared__ float4 stages[];
  for (int stage = 0; stage < 24; ++stage)
    stages[stage * 128 + threadIdx.x] = x[(blockIdx.x * 24 + stage) * 128 + threadIdx.x];
  __syncthreads();
  for (int stage = 0; stage < 24; ++stage)
    y[(blockIdx.x * 24 + stage) * 128 + threadIdx.x] = stages[stage * 128 + 127 - threadIdx.x];
}

// ---- Structures, and references.

struct Packed {
  const float* x;
  float* y;
  int m, n;
};
__global__ void twice(Packed p) {
  for (int i = threadIdx.x; i < p.m * p.n; i += blockDim.x) p.y[i] = 2 * p.x[i];
}
__global__ void twice_in_plane(Packed p) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < p.m && column < p.n) p.y[row * p.n + column] = p.x[row * p.n + column] * 2;
}
__global__ void twice_wrongly(Packed p) {
  for (int i = threadIdx.x; i < p.m * p.n; i += blockDim.x) p.y[i] = i == 3 ? 7 : 2 * p.x[i];
}
