// Kernels on register tiles of 16 × 16 and swizzled shared tiles, in the style of ThunderKittens:
// types say what a tile is, functors what is done to its elements, and templates who loads and who
// computes.
// nvcc: -arch=compute_90a -std=c++17
#include "register_tiles.cuh"

using namespace tiles;

// --- softmax of rows of 64: a warp has 16 of them
struct softmax_globals {
  const bf16* x;
  float* o;
  int rows;
};
__global__ void softmax_rows(const softmax_globals g) {
  const int row0 = (blockIdx.x * blockDim.x / 32 + warpid()) * 16;
  if (row0 >= g.rows) return;
  rt<bf16, 16, 64> in;
  rt<float, 16, 64> x;
  column_vector<16> most, sum;
  load(in, g.x + row0 * 64, 64);
  copy(x, in);
  row_reduce<op::max>(most, x, static_cast<const column_vector<16>*>(nullptr));
  row_map<op::sub>(x, most);
  scalar_map<op::mul>(x, 1.44269504f);
  unary_map<op::exp2>(x);
  row_reduce<op::add>(sum, x, static_cast<const column_vector<16>*>(nullptr));
  row_map<op::divide>(x, sum);
  store(g.o + row0 * 64, x, 64);
}
__global__ void plain_softmax(const softmax_globals g) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= g.rows) return;
  float most = -INFINITY, sum = 0;
  for (int i = 0; i < 64; ++i) most = fmaxf(most, __bfloat162float(g.x[row * 64 + i]));
  for (int i = 0; i < 64; ++i) sum += expf(__bfloat162float(g.x[row * 64 + i]) - most);
  for (int i = 0; i < 64; ++i)
    g.o[row * 64 + i] = expf(__bfloat162float(g.x[row * 64 + i]) - most) / sum;
}

// --- layer norm of rows of 128, with a weight and a bias that all warps share
__global__ void layer_norm_tiles(const bf16* x, const float* weight, const float* bias, float* o) {
  __shared__ float vectors[2][128];
  for (int i = threadIdx.x; i < 128; i += blockDim.x) {
    vectors[0][i] = weight[i];
    vectors[1][i] = bias[i];
  }
  __syncthreads();
  const int row0 = (blockIdx.x * blockDim.x / 32 + warpid()) * 16;
  rt<bf16, 16, 128> in;
  rt<float, 16, 128> t, squares;
  column_vector<16> mean, variance;
  load(in, x + row0 * 128, 128);
  copy(t, in);
  row_reduce<op::add>(mean, t, static_cast<const column_vector<16>*>(nullptr));
  for (auto& m : mean.data[0]) m *= 1.0f / 128;
  row_map<op::sub>(t, mean);
  squares = t;
  for (auto& sub : squares.data[0])
    for (auto& pair : sub) pair = {pair.x * pair.x, pair.y * pair.y};
  row_reduce<op::add>(variance, squares, static_cast<const column_vector<16>*>(nullptr));
  for (auto& v : variance.data[0]) v = __fsqrt_rn(v * (1.0f / 128) + 1e-5f);
  row_map<op::divide>(t, variance);
  for (int j = 0; j < 8; ++j)
    for (int k = 0; k < 4; ++k) {
      const int c = j * 16 + laneid() % 4 * 2 + k / 2 * 8;
      float2& pair = t.data[0][j][k];
      pair = {pair.x * vectors[0][c] + vectors[1][c],
              pair.y * vectors[0][c + 1] + vectors[1][c + 1]};
    }
  store(o + row0 * 128, t, 128);
}
__global__ void plain_layer_norm(const bf16* x, const float* weight, const float* bias, float* o) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  double mean = 0, variance = 0;
  for (int i = 0; i < 128; ++i) mean += __bfloat162float(x[row * 128 + i]);
  mean /= 128;
  for (int i = 0; i < 128; ++i) {
    const double off = __bfloat162float(x[row * 128 + i]) - mean;
    variance += off * off;
  }
  const double by = 1 / sqrt(variance / 128 + 1e-5);
  for (int i = 0; i < 128; ++i)
    o[row * 128 + i] =
        static_cast<float>((__bfloat162float(x[row * 128 + i]) - mean) * by * weight[i] + bias[i]);
}

// --- attention: a warp has 16 queries, all share keys and values; heads of 64
__global__ void attend(const bf16* q, const bf16* k, const bf16* v, float* o, int keys) {
  __shared__ st<bf16, 32, 64> k_smem, v_smem;
  const int row0 = (blockIdx.x * blockDim.x / 32 + warpid()) * 16;
  rt<bf16, 16, 64> q_reg;
  rt<float, 16, 64> o_reg;
  column_vector<16> most, sum;
  load(q_reg, q + row0 * 64, 64);
  zero(o_reg);
  for (int h = 0; h < 2; ++h) most.data[0][h] = -1e30f, sum.data[0][h] = 0;
  for (int first = 0; first < keys; first += 32) {
    __syncthreads();
    load<bf16, 32, 64, 128>(k_smem, k + first * 64, 64, threadIdx.x);
    load<bf16, 32, 64, 128>(v_smem, v + first * 64, 64, threadIdx.x);
    __syncthreads();
    rt<bf16, 32, 64> k_reg;
    rt<bf16, 32, 64, col_layout> v_reg;
    rt<float, 16, 32> scores;
    rt<bf16, 16, 32> weights;
    column_vector<16> before = most, part, scale;
    zero(scores);
    load(k_reg, k_smem);
    mma_ABt(scores, q_reg, k_reg);
    scalar_map<op::mul>(scores, 0.125f * 1.44269504f);
    row_reduce<op::max>(most, scores, &before);
    row_map<op::sub>(scores, most);
    unary_map<op::exp2_by_fma>(scores);
    row_reduce<op::add>(part, scores, static_cast<const column_vector<16>*>(nullptr));
    for (int h = 0; h < 2; ++h) {
      scale.data[0][h] = op::exp2_by_fma::of(before.data[0][h] - most.data[0][h]);
      sum.data[0][h] = sum.data[0][h] * scale.data[0][h] + part.data[0][h];
    }
    row_map<op::mul>(o_reg, scale);
    copy(weights, scores);
    load(v_reg, v_smem);
    mma_AB(o_reg, weights, v_reg);
  }
  row_map<op::divide>(o_reg, sum);
  store(o + row0 * 64, o_reg, 64);
}
__global__ void plain_attend(const bf16* q, const bf16* k, const bf16* v, float* o, int keys) {
  const int query = blockIdx.x, d = threadIdx.x;
  __shared__ float weights[128];
  for (int j = d; j < keys; j += 64) {
    float score = 0;
    for (int i = 0; i < 64; ++i)
      score += __bfloat162float(q[query * 64 + i]) * __bfloat162float(k[j * 64 + i]);
    weights[j] = expf(score * 0.125f);
  }
  __syncthreads();
  double total = 0, sum = 0;
  for (int j = 0; j < keys; ++j) {
    total += weights[j];
    sum += weights[j] * __bfloat162float(v[j * 64 + d]);
  }
  o[query * 64 + d] = static_cast<float>(sum / total);
}

// --- a product: one warp asks TMA for tiles, four multiply 16 × 64 each
struct product_task {
  struct stage {
    st<bf16, 64, 64> a, b;
  };
  static constexpr int copies = 2;
  const CUtensorMap &a, &b;
  rt<float, 16, 64>& sum;
  int steps;
  __device__ void produce(stage& to, int i, semaphore& arrived) {
    tma::load_async(to.a, a, i * 64, blockIdx.y * 64, arrived);
    tma::load_async(to.b, b, blockIdx.x * 64, i * 64, arrived);
  }
  __device__ void consume(const stage& from, int) {
    rt<bf16, 16, 64> a_reg;
    rt<bf16, 64, 64, col_layout> b_reg;
    load(a_reg, from.a, warpid() * 16);
    load(b_reg, from.b);
    mma_AB(sum, a_reg, b_reg);
  }
};
__global__ void __launch_bounds__(160)
    produce_and_consume(const __grid_constant__ CUtensorMap a,
                        const __grid_constant__ CUtensorMap b,
                        const __grid_constant__ CUtensorMap c, const bf16*, const bf16*, bf16*, int,
                        int k) {
  extern __shared__ char memory[];
  product_task::stage(&stages)[2] = *reinterpret_cast<product_task::stage(*)[2]>(
      (reinterpret_cast<uint64_t>(memory) + 1023) / 1024 * 1024);
  __shared__ semaphore arrived[2], finished[2];
  rt<float, 16, 64> sum;
  zero(sum);
  product_task task{a, b, sum, k / 64};
  pipeline(task, stages, arrived, finished, 4);
  __syncthreads();
  if (warpid() == 4) return;
  rt<bf16, 16, 64> rounded;
  copy(rounded, sum);
  store(stages[0].a, rounded, warpid() * 16);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  asm volatile("bar.sync 1, 128;" ::: "memory");
  if (threadIdx.x == 0) {
    tma::store_async(c, stages[0].a, blockIdx.x * 64, blockIdx.y * 64);
    tma::store_async_wait();
  }
}
__global__ void plain_product(const __grid_constant__ CUtensorMap,
                              const __grid_constant__ CUtensorMap,
                              const __grid_constant__ CUtensorMap, const bf16* a, const bf16* b,
                              bf16* c, int n, int k) {
  const int x = threadIdx.x, y = blockIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum = fmaf(__bfloat162float(a[y * k + i]), __bfloat162float(b[i * n + x]), sum);
  c[y * n + x] = __float2bfloat16_rn(sum);
}

// --- rotary embedding: tiles come and go by TMA; halves of a head of 64 are turned
struct rotary_task {
  using stage = st<bf16, 16, 64>;
  static constexpr int copies = 1;
  const CUtensorMap &x, &o;
  const float *cosines, *sines;
  int steps;
  __device__ void produce(stage& to, int i, semaphore& arrived) {
    tma::load_async(to, x, 0, (blockIdx.x * steps + i) * 16, arrived);
  }
  __device__ void consume(stage& tile, int i) {
    const int row0 = (blockIdx.x * steps + i) * 16;
    rt<bf16, 16, 64> in, out;
    rt<float, 16, 64> t;
    load(in, tile);
    copy(t, in);
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 4; ++k) {
        const int at =
            (row0 + laneid() / 4 + k % 2 * 8) * 32 + j * 16 + laneid() % 4 * 2 + k / 2 * 8;
        const float2 c = *reinterpret_cast<const float2*>(cosines + at);
        const float2 s = *reinterpret_cast<const float2*>(sines + at);
        float2 &low = t.data[0][j][k], &high = t.data[0][j + 2][k];
        const float2 was = low;
        low = {fmaf(was.x, c.x, -__fmul_rn(high.x, s.x)),
               fmaf(was.y, c.y, -__fmul_rn(high.y, s.y))};
        high = {fmaf(high.x, c.x, __fmul_rn(was.x, s.x)), fmaf(high.y, c.y, __fmul_rn(was.y, s.y))};
      }
    copy(out, t);
    store(tile, out);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncwarp();
    if (laneid() == 0) {
      tma::store_async(o, tile, 0, row0);
      tma::store_async_wait();
    }
  }
};
__global__ void __launch_bounds__(64)
    rotary(const __grid_constant__ CUtensorMap x, const __grid_constant__ CUtensorMap o,
           const bf16*, bf16*, const float* cosines, const float* sines, int steps) {
  __shared__ rotary_task::stage stages[2];
  __shared__ semaphore arrived[2], finished[2];
  rotary_task task{x, o, cosines, sines, steps};
  pipeline(task, stages, arrived, finished, 1);
}
__global__ void plain_rotary(const __grid_constant__ CUtensorMap,
                             const __grid_constant__ CUtensorMap, const bf16* x, bf16* o,
                             const float* cosines, const float* sines, int) {
  const int row = blockIdx.x, i = threadIdx.x;
  const float low = __bfloat162float(x[row * 64 + i]),
              high = __bfloat162float(x[row * 64 + i + 32]);
  const float c = cosines[row * 32 + i], s = sines[row * 32 + i];
  o[row * 64 + i] = __float2bfloat16_rn(fmaf(low, c, -__fmul_rn(high, s)));
  o[row * 64 + i + 32] = __float2bfloat16_rn(fmaf(high, c, __fmul_rn(low, s)));
}

// --- linear attention with a running state, kᵀ v: tiles change layouts by movmatrix
__global__ void linear_attention(const bf16* q, const bf16* k, const bf16* v, float* o, int rows) {
  rt<float, 32, 32> state;
  zero(state);
  for (int row0 = 0; row0 < rows; row0 += 16) {
    rt<bf16, 16, 32> q_reg, k_reg, v_reg;
    rt<bf16, 32, 16> k_turned;
    rt<bf16, 16, 32, col_layout> v_columns;
    rt<bf16, 32, 32> state_reg;
    rt<bf16, 32, 32, col_layout> state_columns;
    rt<float, 16, 32> out;
    load(q_reg, q + row0 * 32, 32);
    load(k_reg, k + row0 * 32, 32);
    load(v_reg, v + row0 * 32, 32);
    copy(state_reg, state);
    swap_layout(state_columns, state_reg);
    zero(out);
    mma_AB(out, q_reg, state_columns);
    store(o + row0 * 32, out, 32);
    transpose(k_turned, k_reg);
    swap_layout(v_columns, v_reg);
    mma_AB(state, k_turned, v_columns);
  }
}
// What rows of the tiles before say, each state rounded to bf16.
__global__ void plain_linear_attention(const bf16* q, const bf16* k, const bf16* v, float* o, int) {
  const int row = blockIdx.x, c = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 32; ++i) {
    float state = 0;
    for (int j = 0; j < row / 16 * 16; ++j)
      state = fmaf(__bfloat162float(k[j * 32 + i]), __bfloat162float(v[j * 32 + c]), state);
    const float rounded = __bfloat162float(__float2bfloat16_rn(state));
    sum = fmaf(__bfloat162float(q[row * 32 + i]), rounded, sum);
  }
  o[row * 32 + c] = sum;
}
