// Layers of neural networks: softmax, norms, losses, activations, attention.

__device__ float warp_sum(float value) {
  for (int mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(0xffffffff, value, mask);
  return value;
}
__device__ float warp_max(float value) {
  for (int mask = 16; mask > 0; mask /= 2)
    value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, mask));
  return value;
}

template <float (*kWarp)(float)>
__device__ float block_reduce(float value, float identity) {
  __shared__ float shared[32];
  value = kWarp(value);
  __syncthreads();
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
  __syncthreads();
  return kWarp(threadIdx.x % 32 < blockDim.x / 32 ? shared[threadIdx.x % 32] : identity);
}

// Three passes over the row, a block a row.
__global__ void softmax(const float* in, float* out, int columns) {
  in += blockIdx.x * columns;
  out += blockIdx.x * columns;
  float largest = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) largest = fmaxf(largest, in[c]);
  largest = block_reduce<warp_max>(largest, -INFINITY);
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    const float e = expf(in[c] - largest);
    out[c] = e;
    sum += e;
  }
  sum = block_reduce<warp_sum>(sum, 0);
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[c] /= sum;
}

// Maximum and sum in one pass, merged by shuffles; a warp a row, rows from two-dimensional blocks.
__global__ void online_softmax(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* x = in + row * columns;
  float m = -INFINITY, d = 0;
  for (int c = threadIdx.x; c < columns; c += 32) {
    const float next = fmaxf(m, x[c]);
    d = d * expf(m - next) + expf(x[c] - next);
    m = next;
  }
  for (int mask = 16; mask > 0; mask >>= 1) {
    const float other_m = __shfl_xor_sync(0xffffffff, m, mask);
    const float other_d = __shfl_xor_sync(0xffffffff, d, mask);
    const float next = fmaxf(m, other_m);
    d = (m == -INFINITY ? 0 : d * expf(m - next)) +
        (other_m == -INFINITY ? 0 : other_d * expf(other_m - next));
    m = next;
  }
  for (int c = threadIdx.x; c < columns; c += 32) out[row * columns + c] = expf(x[c] - m) / d;
}

__global__ void layer_norm(const float* in, const float* weight, const float* bias, float* out,
                           float* mean_out, float* rstd_out, int columns, float epsilon) {
  const float* x = in + blockIdx.x * columns;
  float sum = 0, squares = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += x[c];
  const float mean = block_reduce<warp_sum>(sum, 0) / columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    const float d = x[c] - mean;
    squares += d * d;
  }
  const float rstd = rsqrtf(block_reduce<warp_sum>(squares, 0) / columns + epsilon);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = (x[c] - mean) * rstd * weight[c] + bias[c];
  if (threadIdx.x == 0) {
    mean_out[blockIdx.x] = mean;
    rstd_out[blockIdx.x] = rstd;
  }
}

// Four columns a load.
__global__ void rms_norm(const float4* in, const float4* weight, float4* out, int quads) {
  in += blockIdx.x * quads;
  float sum = 0;
  for (int c = threadIdx.x; c < quads; c += blockDim.x) {
    const float4 v = in[c];
    sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  const float scale = 1.0f / sqrtf(block_reduce<warp_sum>(sum, 0) / (4 * quads) + 1e-5f);
  for (int c = threadIdx.x; c < quads; c += blockDim.x) {
    const float4 v = in[c], w = weight[c];
    out[blockIdx.x * quads + c] =
        make_float4(v.x * scale * w.x, v.y * scale * w.y, v.z * scale * w.z, v.w * scale * w.w);
  }
}

__global__ void gelu(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  out[i] = 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
}

__global__ void gelu_backward(const float* in, const float* gradient, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i], inner = 0.7978845608f * (x + 0.044715f * x * x * x);
  const float t = tanhf(inner), c = coshf(inner);
  out[i] = gradient[i] * (0.5f * (1 + t) + 0.5f * x / (c * c) * 0.7978845608f *
                                               (1 + 3 * 0.044715f * x * x));
}

// Tokens and positions; rows of both tables added.
__global__ void embedding(const int* tokens, const float* table, const float* positions, float* out,
                          int length, int width) {
  const int t = blockIdx.x, token = tokens[t];
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[t * width + c] = table[token * width + c] + positions[t % length * width + c];
}

__global__ void embedding_backward(const int* tokens, const float* gradient, float* table,
                                   int width) {
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    atomicAdd(&table[tokens[blockIdx.x] * width + c], gradient[blockIdx.x * width + c]);
}

__global__ void cross_entropy(const float* logits, const long long* targets, float* losses,
                              int classes) {
  const float* row = logits + blockIdx.x * classes;
  float largest = -INFINITY, sum = 0;
  for (int c = threadIdx.x; c < classes; c += 32) largest = fmaxf(largest, row[c]);
  largest = warp_max(largest);
  for (int c = threadIdx.x; c < classes; c += 32) sum += expf(row[c] - largest);
  sum = warp_sum(sum);
  if (threadIdx.x == 0) losses[blockIdx.x] = logf(sum) + largest - row[targets[blockIdx.x]];
}

// Value and index in one 64-bit word, so that one atomicMax decides; ties go to the lower index.
__global__ void argmax(const float* in, unsigned long long* best, int n) {
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned bits = __float_as_uint(in[i]);
    bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
    const unsigned long long key =
        static_cast<unsigned long long>(bits) << 32 | (0xffffffffu - i);
    mine = key > mine ? key : mine;
  }
  for (int offset = 16; offset > 0; offset >>= 1)
    mine = max(mine, __shfl_down_sync(0xffffffffu, mine, offset));
  if ((threadIdx.x & 31) == 0) atomicMax(best, mine);
}

__device__ float sigmoid(float x) { return 1.0f / (1.0f + __expf(-x)); }

// Gates of one step, four a unit: input, forget, cell, output.
__global__ void lstm_cell(const float* gates, float* cell, float* hidden, int units) {
  const int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= units) return;
  const float i = sigmoid(gates[u]), f = sigmoid(gates[units + u]);
  const float g = tanhf(gates[2 * units + u]), o = sigmoid(gates[3 * units + u]);
  const float c = f * cell[u] + i * g;
  cell[u] = c;
  hidden[u] = o * tanhf(c);
}

// Momentum and its decay; double bias corrections.
__global__ void adam(float* weights, const float* gradients, float* m, float* v, float rate,
                     int step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float g = gradients[i];
  m[i] = 0.9f * m[i] + 0.1f * g;
  v[i] = 0.999f * v[i] + 0.001f * g * g;
  const double corrected_m = m[i] / (1.0 - pow(0.9, step));
  const double corrected_v = v[i] / (1.0 - pow(0.999, step));
  weights[i] -= rate * corrected_m / (sqrt(corrected_v) + 1e-8);
}

__global__ void max_pool(const float* in, float* out, int* where, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y, channel = blockIdx.z;
  if (x >= width / 2) return;
  const float* plane = in + channel * width * height;
  int best = 2 * y * width + 2 * x;
  for (int k = 1; k < 4; ++k) {
    const int i = (2 * y + k / 2) * width + 2 * x + k % 2;
    if (plane[i] > plane[best]) best = i;
  }
  const int target = (channel * (height / 2) + y) * (width / 2) + x;
  out[target] = plane[best];
  where[target] = best;
}

// One query a block; scores in dynamic shared memory; causal.
__global__ void naive_attention(const float* q, const float* k, const float* v, float* out,
                                int length, int width) {
  extern __shared__ float scores[];
  const int row = blockIdx.x;
  float largest = -INFINITY;
  for (int j = threadIdx.x; j <= row; j += blockDim.x) {
    float dot = 0;
    for (int c = 0; c < width; ++c) dot += q[row * width + c] * k[j * width + c];
    scores[j] = dot * rsqrtf(width);
    largest = fmaxf(largest, scores[j]);
  }
  largest = block_reduce<warp_max>(largest, -INFINITY);
  float sum = 0;
  for (int j = threadIdx.x; j <= row; j += blockDim.x) {
    scores[j] = expf(scores[j] - largest);
    sum += scores[j];
  }
  sum = block_reduce<warp_sum>(sum, 0);
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    float value = 0;
    for (int j = 0; j <= row; ++j) value += scores[j] * v[j * width + c];
    out[row * width + c] = value / sum;
  }
}

// Tiles of keys and values through shared memory, a query a thread, the softmax carried along.
template <int kWidth, int kTile>
__global__ void flash_attention(const float* q, const float* k, const float* v, float* out,
                                int length, float scale) {
  __shared__ float keys[kTile][kWidth], values[kTile][kWidth];
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float query[kWidth], sum[kWidth] = {};
  float m = -INFINITY, l = 0;
  for (int c = 0; c < kWidth; ++c) query[c] = row < length ? q[row * kWidth + c] * scale : 0;
  for (int base = 0; base < length; base += kTile) {
    const int count = min(kTile, length - base);
    for (int i = threadIdx.x; i < count * kWidth; i += blockDim.x) {
      keys[0][i] = k[base * kWidth + i];
      values[0][i] = v[base * kWidth + i];
    }
    __syncthreads();
    float scores[kTile];
    float next = m;
    for (int j = 0; j < count; ++j) {
      scores[j] = 0;
#pragma unroll
      for (int c = 0; c < kWidth; ++c) scores[j] += query[c] * keys[j][c];
      next = fmaxf(next, scores[j]);
    }
    const float correction = __expf(m - next);
    l *= correction;
    for (int c = 0; c < kWidth; ++c) sum[c] *= correction;
    for (int j = 0; j < count; ++j) {
      const float p = __expf(scores[j] - next);
      l += p;
#pragma unroll
      for (int c = 0; c < kWidth; ++c) sum[c] += p * values[j][c];
    }
    m = next;
    __syncthreads();
  }
  if (row < length)
    for (int c = 0; c < kWidth; ++c) out[row * kWidth + c] = sum[c] / l;
}
template __global__ void flash_attention<8, 12>(const float*, const float*, const float*, float*,
                                                 int, float);
