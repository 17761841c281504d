// Attention in the style of FlashAttention-3: scores and outputs by wgmma, the softmax between them
// in registers, weights as register operand, values read along n. Heads of 64.
// nvcc: -arch=compute_90a -std=c++17
#include "attention.cuh"

// --- forward, causal: a warpgroup that fetches for itself, a tile of keys and values ahead

__global__ void __launch_bounds__(128)
    forward_causal(const __grid_constant__ CUtensorMap map_q,
                   const __grid_constant__ CUtensorMap map_k,
                   const __grid_constant__ CUtensorMap map_v, const half*, const half*, const half*,
                   half* o, int length, float scale) {
  __shared__ Tile q, k[2], v[2];
  __shared__ alignas(8) uint64_t arrived[3];
  const int head = blockIdx.y, row0 = blockIdx.x * kBlock;
  if (threadIdx.x == 0) {
    for (auto& one : arrived) ptx::mbarrier_init(&one, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    expect(&arrived[2], kTileBytes);
    load_tile(q, map_q, row0, head, &arrived[2]);
  }
  const auto fetch = [&](int block) {
    if (threadIdx.x != 0) return;
    uint64_t* barrier = &arrived[block % 2];
    expect(barrier, 2 * kTileBytes);
    load_tile(k[block % 2], map_k, block * kBlock, head, barrier);
    load_tile(v[block % 2], map_v, block * kBlock, head, barrier);
  };
  fetch(0);
  __syncthreads();
  wait_parity(&arrived[2], 0);
  Softmax<Approximate> softmax;
  float s[32], out[32] = {};
  for (int block = 0; block <= int(blockIdx.x); ++block) {
    if (block < int(blockIdx.x)) fetch(block + 1);
    wait_parity(&arrived[block % 2], block / 2 % 2);
    issue_scores(s, q, k[block % 2]);
    wait_for<0>(s);
    if (block == int(blockIdx.x)) {
      for (int i = 0; i < 32; ++i)
        if (column_of(i) > row_of(i)) s[i] = -INFINITY;
    }
    softmax.step(s, out, scale);
    uint32_t weights[4][4];
    to_factor(weights, s);
    issue_outputs(out, weights, v[block % 2]);
    wait_for<0>(out);
    __syncthreads();
  }
  softmax.finish(out);
  store_rows(o + (head * length + row0) * kHead, out);
}

// A row of outputs by a block of 64 threads, with weights of 32 bits and sums of 64.
__device__ half plain_output(const half* q, const half* k, const half* v, int keys, float scale) {
  __shared__ float scores[256];
  for (int key = threadIdx.x; key < keys; key += kHead) {
    float sum = 0;
    for (int i = 0; i < kHead; ++i)
      sum = __fmaf_rn(__half2float(q[i]), __half2float(k[key * kHead + i]), sum);
    scores[key] = sum * scale;
  }
  __syncthreads();
  float most = -INFINITY;
  for (int key = 0; key < keys; ++key) most = fmaxf(most, scores[key]);
  double total = 0, output = 0;
  for (int key = 0; key < keys; ++key) {
    const float weight = exp2f(scores[key] - most);
    total += weight;
    output += weight * __half2float(v[key * kHead + threadIdx.x]);
  }
  return __float2half_rn(static_cast<float>(output / total));
}
__global__ void plain_causal(const __grid_constant__ CUtensorMap,
                             const __grid_constant__ CUtensorMap,
                             const __grid_constant__ CUtensorMap, const half* q, const half* k,
                             const half* v, half* o, int length, float scale) {
  const int row = blockIdx.x, first = blockIdx.y * length;
  o[(first + row) * kHead + threadIdx.x] =
      plain_output(q + (first + row) * kHead, k + first * kHead, v + first * kHead, row + 1, scale);
}

// --- forward, not causal: two warpgroups take turns at the tensor cores, a warp fetches

constexpr int kTurn = 2;  // named barriers of the warpgroups' turns: 2 and 3
__device__ void take_turn(int warpgroup) {
  asm volatile("bar.sync %0, 256;" ::"r"(kTurn + warpgroup) : "memory");
}
__device__ void pass_turn(int warpgroup) {
  asm volatile("bar.arrive %0, 256;" ::"r"(kTurn + (warpgroup ^ 1)) : "memory");
}

__global__ void __launch_bounds__(384, 1)
    forward_ping_pong(const __grid_constant__ CUtensorMap map_q,
                      const __grid_constant__ CUtensorMap map_k,
                      const __grid_constant__ CUtensorMap map_v, const half*, const half*,
                      const half*, half* o, int length, float scale) {
  extern __shared__ char raw[];
  Tile* const tiles = reinterpret_cast<Tile*>((reinterpret_cast<uint64_t>(raw) + 1023) & ~1023ull);
  Tile *const q = tiles, *const k = tiles + 2, *const v = tiles + 4;
  __shared__ alignas(8) uint64_t full_q, full_k[2], full_v[2], empty_k[2], empty_v[2];
  const int head = blockIdx.y, row0 = blockIdx.x * 2 * kBlock, blocks = length / kBlock;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full_q, 1);
    for (int i = 0; i < 2; ++i) {
      ptx::mbarrier_init(&full_k[i], 1), ptx::mbarrier_init(&full_v[i], 1);
      ptx::mbarrier_init(&empty_k[i], 256), ptx::mbarrier_init(&empty_v[i], 256);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");
    if (threadIdx.x != 0) return;
    expect(&full_q, 2 * kTileBytes);
    for (int i = 0; i < 2; ++i) load_tile(q[i], map_q, row0 + i * kBlock, head, &full_q);
    for (int block = 0; block < blocks; ++block) {
      const int stage = block % 2, parity = block / 2 % 2 ^ 1;
      wait_parity(&empty_k[stage], parity);
      expect(&full_k[stage], kTileBytes);
      load_tile(k[stage], map_k, block * kBlock, head, &full_k[stage]);
      wait_parity(&empty_v[stage], parity);
      expect(&full_v[stage], kTileBytes);
      load_tile(v[stage], map_v, block * kBlock, head, &full_v[stage]);
    }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
  const int warpgroup = threadIdx.x / 128 - 1;
  if (warpgroup == 1) pass_turn(warpgroup);
  Softmax<Polynomial> softmax;
  float s[32], out[32] = {};
  wait_parity(&full_q, 0);
  for (int block = 0; block < blocks; ++block) {
    const int stage = block % 2, parity = block / 2 % 2;
    wait_parity(&full_k[stage], parity);
    take_turn(warpgroup);
    issue_scores(s, q[warpgroup], k[stage]);
    pass_turn(warpgroup);
    wait_for<0>(s);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty_k[stage]);
    softmax.step(s, out, scale);
    uint32_t weights[4][4];
    to_factor(weights, s);
    wait_parity(&full_v[stage], parity);
    issue_outputs(out, weights, v[stage]);
    wait_for<0>(out);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty_v[stage]);
  }
  softmax.finish(out);
  store_rows(o + (head * length + row0 + warpgroup * kBlock) * kHead, out);
}
__global__ void plain_forward(const __grid_constant__ CUtensorMap,
                              const __grid_constant__ CUtensorMap,
                              const __grid_constant__ CUtensorMap, const half* q, const half* k,
                              const half* v, half* o, int length, float scale) {
  const int row = blockIdx.x, first = blockIdx.y * length;
  o[(first + row) * kHead + threadIdx.x] =
      plain_output(q + (first + row) * kHead, k + first * kHead, v + first * kHead, length, scale);
}

// --- forward, sequences of any length one behind the other: cp.async, with zeros behind the last
// key

__device__ void copy_rows(Tile& to, const half* from, int rows) {
  for (int i = threadIdx.x; i < kBlock * 8; i += blockDim.x) {
    const int row = i / 8, vector = i % 8;
    const uint32_t at = shared_address(&to) + row * 128 + ((vector ^ row % 8) * 16);
    const half* source = from + (row < rows ? row * kHead + vector * 8 : 0);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(source),
                 "r"(row < rows ? 16 : 0)
                 : "memory");
  }
}

__global__ void __launch_bounds__(128)
    forward_variable_length(const half* q, const half* k, const half* v, half* o,
                            const int* lengths_q, const int* lengths_k, float scale) {
  __shared__ Tile q_tile, k_tile, v_tile;
  int first_q = 0, first_k = 0;
  for (int i = 0; i < int(blockIdx.y); ++i) first_q += lengths_q[i], first_k += lengths_k[i];
  const int rows = lengths_q[blockIdx.y] - int(blockIdx.x) * kBlock, keys = lengths_k[blockIdx.y];
  if (rows <= 0) return;
  first_q += blockIdx.x * kBlock;
  copy_rows(q_tile, q + first_q * kHead, rows);
  Softmax<Polynomial> softmax;
  float s[32], out[32] = {};
  for (int key0 = 0; key0 < keys; key0 += kBlock) {
    copy_rows(k_tile, k + (first_k + key0) * kHead, keys - key0);
    asm volatile("cp.async.commit_group;" ::: "memory");
    copy_rows(v_tile, v + (first_k + key0) * kHead, keys - key0);
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 1;" ::: "memory");
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    issue_scores(s, q_tile, k_tile);
    wait_for<0>(s);
    for (int i = 0; i < 32; ++i)
      if (key0 + column_of(i) >= keys) s[i] = -INFINITY;
    softmax.step(s, out, scale);
    uint32_t weights[4][4];
    to_factor(weights, s);
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    issue_outputs(out, weights, v_tile);
    wait_for<0>(out);
    __syncthreads();
  }
  softmax.finish(out);
  store_rows(o + first_q * kHead, out, rows);
}
__global__ void plain_variable_length(const half* q, const half* k, const half* v, half* o,
                                      const int* lengths_q, const int* lengths_k, float scale) {
  int first_q = 0, first_k = 0;
  for (int i = 0; i < int(blockIdx.y); ++i) first_q += lengths_q[i], first_k += lengths_k[i];
  const int row = blockIdx.x;
  if (row >= lengths_q[blockIdx.y]) return;
  o[(first_q + row) * kHead + threadIdx.x] =
      plain_output(q + (first_q + row) * kHead, k + first_k * kHead, v + first_k * kHead,
                   lengths_k[blockIdx.y], scale);
}

// --- backward: a block has 64 keys and goes over the queries; dV = Pᵀ dO, dK = dSᵀ Q

__global__ void __launch_bounds__(128)
    backward(const __grid_constant__ CUtensorMap map_q, const __grid_constant__ CUtensorMap map_k,
             const __grid_constant__ CUtensorMap map_v, const __grid_constant__ CUtensorMap map_do,
             const half*, const half*, const half*, const half*, const float* lse,
             const float* delta, float* dk, float* dv, int length, float scale) {
  __shared__ Tile q, k, v, d_out;
  __shared__ float lse_part[kBlock], delta_part[kBlock];
  __shared__ alignas(8) uint64_t keys_are_here, queries_are_here;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&keys_are_here, 1);
    ptx::mbarrier_init(&queries_are_here, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    expect(&keys_are_here, 2 * kTileBytes);
    load_tile(k, map_k, blockIdx.x * kBlock, 0, &keys_are_here);
    load_tile(v, map_v, blockIdx.x * kBlock, 0, &keys_are_here);
  }
  __syncthreads();
  wait_parity(&keys_are_here, 0);
  float sum_k[32] = {}, sum_v[32] = {}, p[32], dp[32];
  uint32_t factor[4][4];
  for (int block = 0; block < length / kBlock; ++block) {
    if (threadIdx.x == 0) {
      expect(&queries_are_here, 2 * kTileBytes);
      load_tile(q, map_q, block * kBlock, 0, &queries_are_here);
      load_tile(d_out, map_do, block * kBlock, 0, &queries_are_here);
    }
    if (threadIdx.x < kBlock) lse_part[threadIdx.x] = lse[block * kBlock + threadIdx.x];
    if (threadIdx.x >= kBlock)
      delta_part[threadIdx.x - kBlock] = delta[(block - 1) * kBlock + threadIdx.x];
    __syncthreads();
    wait_parity(&queries_are_here, block & 1);
    issue_scores(p, k, q);
    issue_scores(dp, v, d_out);
    wait_for<1>(p);
    for (int i = 0; i < 32; ++i) {
      const float log2 = __fmaf_rn(p[i], scale, -lse_part[column_of(i)]);
      p[i] = Polynomial::exp2(log2);
    }
    to_factor(factor, p);
    wait_for<0>(dp);
    issue_outputs(sum_v, factor, d_out);
    wait_for<0>(sum_v);
    for (int i = 0; i < 32; ++i) dp[i] = p[i] * (dp[i] - delta_part[column_of(i)]);
    to_factor(factor, dp);
    issue_outputs(sum_k, factor, q);
    wait_for<0>(sum_k);
    __syncthreads();
  }
  const int row0 = blockIdx.x * kBlock;
  for (int i = 0; i < 32; ++i) {
    dk[(row0 + row_of(i)) * kHead + column_of(i)] = sum_k[i] * (scale / kLog2e);
    dv[(row0 + row_of(i)) * kHead + column_of(i)] = sum_v[i];
  }
}
__global__ void plain_backward(const __grid_constant__ CUtensorMap,
                               const __grid_constant__ CUtensorMap,
                               const __grid_constant__ CUtensorMap,
                               const __grid_constant__ CUtensorMap, const half* q, const half* k,
                               const half* v, const half* d_out, const float* lse,
                               const float* delta, float* dk, float* dv, int length, float scale) {
  __shared__ float weights[256], changes[256];
  const int key = blockIdx.x, d = threadIdx.x;
  for (int row = d; row < length; row += kHead) {
    float score = 0, dp = 0;
    for (int i = 0; i < kHead; ++i) {
      score = __fmaf_rn(__half2float(q[row * kHead + i]), __half2float(k[key * kHead + i]), score);
      dp = __fmaf_rn(__half2float(d_out[row * kHead + i]), __half2float(v[key * kHead + i]), dp);
    }
    weights[row] = exp2f(score * scale - lse[row]);
    changes[row] = weights[row] * (dp - delta[row]);
  }
  __syncthreads();
  double sum_k = 0, sum_v = 0;
  for (int row = 0; row < length; ++row) {
    sum_v += weights[row] * __half2float(d_out[row * kHead + d]);
    sum_k += changes[row] * __half2float(q[row * kHead + d]);
  }
  dk[key * kHead + d] = static_cast<float>(sum_k * (scale / kLog2e));
  dv[key * kHead + d] = static_cast<float>(sum_v);
}

// --- few queries, many keys: each block has a part of the keys, and a second kernel combines

__global__ void __launch_bounds__(128)
    split_keys(const __grid_constant__ CUtensorMap map_q, const __grid_constant__ CUtensorMap map_k,
               const __grid_constant__ CUtensorMap map_v, const half*, const half*, const half*,
               half*, float* parts, float2* most_and_sum, int blocks, float scale) {
  __shared__ Tile q, k, v;
  __shared__ alignas(8) uint64_t arrived;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&arrived, 1);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Softmax<Polynomial> softmax;
  float s[32], out[32] = {};
  const int splits = gridDim.x;
  int turn = 0;
  for (int block = blockIdx.x; block < blocks; block += splits, ++turn) {
    if (threadIdx.x == 0) {
      expect(&arrived, (turn == 0 ? 3 : 2) * kTileBytes);
      if (turn == 0) load_tile(q, map_q, 0, 0, &arrived);
      load_tile(k, map_k, block * kBlock, 0, &arrived);
      load_tile(v, map_v, block * kBlock, 0, &arrived);
    }
    wait_parity(&arrived, turn & 1);
    issue_scores(s, q, k);
    wait_for<0>(s);
    softmax.step(s, out, scale);
    uint32_t weights[4][4];
    to_factor(weights, s);
    issue_outputs(out, weights, v);
    wait_for<0>(out);
    __syncthreads();
  }
  for (int i = 0; i < 32; ++i)
    parts[(blockIdx.x * kBlock + row_of(i)) * kHead + column_of(i)] = out[i];
  for (int h = 0; h < 2; ++h) {
    const float sum = quad_sum(softmax.sum[h]);
    if (threadIdx.x % 4 == 0)
      most_and_sum[blockIdx.x * kBlock + row_of(h * 2)] = make_float2(softmax.most[h], sum);
  }
}
__global__ void combine(const float* parts, const float2* most_and_sum, half* o, int splits,
                        float scale) {
  const int row = blockIdx.x, d = threadIdx.x;
  float most = -INFINITY, total = 0, sum = 0;
  for (int i = 0; i < splits; ++i) most = fmaxf(most, most_and_sum[i * kBlock + row].x);
  for (int i = 0; i < splits; ++i) {
    const float2 of = most_and_sum[i * kBlock + row];
    const float weight = Polynomial::exp2((of.x - most) * scale);
    total = __fmaf_rn(weight, of.y, total);
    sum = __fmaf_rn(weight, parts[(i * kBlock + row) * kHead + d], sum);
  }
  o[row * kHead + d] = __float2half_rn(__fdiv_rn(sum, total));
}
__global__ void plain_split(const __grid_constant__ CUtensorMap,
                            const __grid_constant__ CUtensorMap,
                            const __grid_constant__ CUtensorMap, const half* q, const half* k,
                            const half* v, half* o, float*, float2*, int blocks, float scale) {
  const int row = blockIdx.x;
  o[row * kHead + threadIdx.x] = plain_output(q + row * kHead, k, v, blocks * kBlock, scale);
}

// --- forward in e4m3: weights stay in registers, so that keys of a value tile change places

struct alignas(1024) ByteTile {
  uint8_t data[kBlock * 128];  // rows of 128 bytes, of which 64 are used
};

// Where the key of a weight's column stands among 32 that a register operand has: a lane has
// columns 2 c, 2 c + 1, 8 + 2 c and 9 + 2 c of sums, and of the operand four in a row.
__device__ int place_of_key(int key) {
  const int in_16 = key % 16, pair = in_16 % 8 / 2;
  return key / 16 * 16 + pair * 4 + in_16 / 8 * 2 + key % 2;
}
__device__ void put_byte(ByteTile& tile, int row, int column, uint8_t byte) {
  tile.data[row * 128 + (column ^ row % 8 * 16)] = byte;
}
__device__ uint32_t bytes_of(float a, float b, float c, float d) {
  const auto low = __nv_cvt_float2_to_fp8x2(make_float2(a, b), __NV_SATFINITE, __NV_E4M3);
  const auto high = __nv_cvt_float2_to_fp8x2(make_float2(c, d), __NV_SATFINITE, __NV_E4M3);
  return low | static_cast<uint32_t>(high) << 16;
}

__global__ void __launch_bounds__(128)
    forward_e4m3(const uint8_t* q, const uint8_t* k, const uint8_t* v, half* o, int keys,
                 float scale) {
  __shared__ ByteTile q_tile, k_tile, v_tile;
  const int row0 = blockIdx.x * kBlock;
  for (int i = threadIdx.x; i < kBlock * kHead; i += 128)
    put_byte(q_tile, i / kHead, i % kHead, q[row0 * kHead + i]);
  Softmax<Approximate> softmax;
  float s[32], out[32] = {};
  for (int key0 = 0; key0 < keys; key0 += kBlock) {
    for (int i = threadIdx.x; i < kBlock * kHead; i += 128) {
      put_byte(k_tile, i / kHead, i % kHead, k[key0 * kHead + i]);
      put_byte(v_tile, i % kHead, place_of_key(i / kHead), v[key0 * kHead + i]);
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    fence_registers();
    for (int i = 0; i < 2; ++i)
      multiply_ss_e4m3(s, descriptor(&q_tile, i * 32), descriptor(&k_tile, i * 32), i > 0);
    commit();
    wait_for<0>(s);
    softmax.step(s, out, scale);
    uint32_t weights[2][4];
    for (int i = 0; i < 2; ++i) {
      const float* at = s + i * 16;
      weights[i][0] = bytes_of(at[0], at[1], at[4], at[5]);
      weights[i][1] = bytes_of(at[2], at[3], at[6], at[7]);
      weights[i][2] = bytes_of(at[8], at[9], at[12], at[13]);
      weights[i][3] = bytes_of(at[10], at[11], at[14], at[15]);
    }
    fence_registers();
    for (int i = 0; i < 2; ++i) multiply_rs_e4m3(out, weights[i], descriptor(&v_tile, i * 32));
    commit();
    wait_for<0>(out);
    __syncthreads();
  }
  softmax.finish(out);
  store_rows(o + row0 * kHead, out);
}
__global__ void plain_e4m3(const uint8_t* q, const uint8_t* k, const uint8_t* v, half* o, int keys,
                           float scale) {
  const int row = blockIdx.x, d = threadIdx.x;
  const auto value = [](uint8_t byte) {
    return __half2float(__half(__nv_cvt_fp8_to_halfraw(byte, __NV_E4M3)));
  };
  __shared__ float weights[256];
  for (int key = d; key < keys; key += kHead) {
    float score = 0;
    for (int i = 0; i < kHead; ++i)
      score = __fmaf_rn(value(q[row * kHead + i]), value(k[key * kHead + i]), score);
    weights[key] = exp2f(score * scale);
  }
  __syncthreads();
  double total = 0, sum = 0;
  for (int key = 0; key < keys; ++key) {
    total += weights[key];
    sum += weights[key] * value(v[key * kHead + d]);
  }
  o[row * kHead + d] = __float2half_rn(static_cast<float>(sum / total));
}
