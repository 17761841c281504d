// Simulation: n-body, Monte Carlo, option prices, fractals, rotations, bodies as structures.

template <int kTile>
__device__ float3 accumulate(float4 me, float4 other, float3 sum) {
  const float3 d = make_float3(other.x - me.x, other.y - me.y, other.z - me.z);
  const float squared = d.x * d.x + d.y * d.y + d.z * d.z + 0.01f;
  const float inverse = rsqrtf(squared);
  const float s = other.w * inverse * inverse * inverse;
  sum.x += d.x * s;
  sum.y += d.y * s;
  sum.z += d.z * s;
  return sum;
}

template <int kTile>
__global__ void n_body(const float4* positions, float3* accelerations, int n) {
  __shared__ float4 tile[kTile];
  const int i = blockIdx.x * kTile + threadIdx.x;
  const float4 me = i < n ? positions[i] : make_float4(0, 0, 0, 0);
  float3 sum = {0, 0, 0};
  for (int base = 0; base < n; base += kTile) {
    const int j = base + threadIdx.x;
    tile[threadIdx.x] = j < n ? positions[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < kTile; ++k) sum = accumulate<kTile>(me, tile[k], sum);
    __syncthreads();
  }
  if (i < n) accelerations[i] = sum;
}
template __global__ void n_body<64>(const float4*, float3*, int);

__device__ unsigned lcg(unsigned& state) { return state = state * 1664525u + 1013904223u; }
__device__ unsigned xorshift(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

template <unsigned (*kNext)(unsigned&)>
__global__ void monte_carlo_pi(unsigned long long* hits, int trials, unsigned seed) {
  unsigned state = seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x);
  int inside = 0;
  for (int i = 0; i < trials; ++i) {
    const float x = (kNext(state) >> 8) * (1.0f / (1 << 24));
    const float y = (kNext(state) >> 8) * (1.0f / (1 << 24));
    inside += x * x + y * y < 1.0f;
  }
  for (int offset = 16; offset > 0; offset /= 2) inside += __shfl_down_sync(~0u, inside, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, static_cast<unsigned long long>(inside));
}
template __global__ void monte_carlo_pi<lcg>(unsigned long long*, int, unsigned);
template __global__ void monte_carlo_pi<xorshift>(unsigned long long*, int, unsigned);

// Philox 4x32-10 (Salmon and others, 2011).
__global__ void philox(uint4* out, uint2 key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 c = make_uint4(i, 0, 7, 0);
  for (int round = 0; round < 10; ++round) {
    const unsigned high0 = __umulhi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
    const unsigned high1 = __umulhi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
    c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  out[i] = c;
}

// Pairs of uniform numbers to pairs of normal ones.
__global__ void box_muller(const float2* uniform, float2* normal, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float radius = sqrtf(-2.0f * logf(uniform[i].x));
  float sine, cosine;
  sincospif(2.0f * uniform[i].y, &sine, &cosine);
  normal[i] = make_float2(radius * cosine, radius * sine);
}

__device__ float cumulative_normal(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__global__ void black_scholes(const float* price, const float* strike, const float* years,
                              float* call, float* put, float rate, float volatility, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const float s = price[i], x = strike[i], t = years[i];
    const float root = sqrtf(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) /
                     (volatility * root);
    const float d2 = d1 - volatility * root;
    const float discount = expf(-rate * t);
    const float c = s * cumulative_normal(d1) - x * discount * cumulative_normal(d2);
    call[i] = c;
    put[i] = c - s + x * discount;
  }
}

__global__ void mandelbrot(unsigned short* out, int width, int height, int limit) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  const double cx = -2.0 + 2.5 * px / width, cy = -1.25 + 2.5 * py / height;
  double x = 0, y = 0;
  int i = 0;
  while (i < limit && x * x + y * y <= 4.0) {
    const double next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    ++i;
  }
  out[py * width + px] = i;
}

struct __align__(16) Quaternion {
  float x, y, z, w;
};
__device__ Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
          a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

__global__ void rotate(const Quaternion* rotations, const float3* in, float3* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Quaternion q = rotations[i], conjugate = {-q.x, -q.y, -q.z, q.w};
  const Quaternion v = {in[i].x, in[i].y, in[i].z, 0};
  const Quaternion r = q * v * conjugate;
  out[i] = {r.x, r.y, r.z};
}

struct Particle {
  float3 position, velocity;
  float mass;
  int alive;
};

__global__ void step_aos(Particle* particles, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !particles[i].alive) return;
  Particle& p = particles[i];
  p.velocity.y -= 9.81f * dt;
  p.position.x += p.velocity.x * dt;
  p.position.y += p.velocity.y * dt;
  p.position.z += p.velocity.z * dt;
  if (p.position.y < 0) p.alive = 0;
}

__global__ void step_soa(float* x, float* y, float* z, const float* vx, float* vy, const float* vz,
                         int* alive, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !alive[i]) return;
  vy[i] -= 9.81f * dt;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] += vz[i] * dt;
  if (y[i] < 0) alive[i] = 0;
}

// Slow mathematical functions of both precisions.
__global__ void mathematics(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const double x = in[i];
  double sine, cosine;
  sincos(x, &sine, &cosine);
  double* row = out + 12 * i;
  row[0] = sine;
  row[1] = cosine;
  row[2] = fmod(x, 0.7);
  row[3] = pow(fabs(x) + 0.5, 1.7);
  row[4] = exp(-x);
  row[5] = log1p(fabs(x));
  row[6] = cbrt(x);
  row[7] = atan2(x, 2.0);
  row[8] = tgamma(fabs(x) + 1);
  row[9] = hypot(x, 3.0);
  row[10] = remainder(x, 0.3);
  row[11] = rint(x) + trunc(x) + ceil(x);
}

__global__ void mathematics_float(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  float* row = out + 10 * i;
  row[0] = sine;
  row[1] = cosine;
  row[2] = powf(fabsf(x) + 0.5f, 2.3f);
  row[3] = tanhf(x);
  row[4] = __expf(x) + __logf(fabsf(x) + 1);
  row[5] = erff(x);
  row[6] = fmodf(x, 0.75f);
  row[7] = asinhf(x);
  row[8] = log2f(fabsf(x) + 2) + exp2f(x);
  row[9] = __fdividef(x, 3.0f) + __frcp_rn(fabsf(x) + 1) + __fsqrt_rn(fabsf(x));
}
