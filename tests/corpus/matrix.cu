// Dense matrices, small systems, transforms.

template <typename T, int kTile>
__global__ void multiply(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int m,
                         int n, int k) {
  __shared__ T as[kTile][kTile], bs[kTile][kTile + 1];
  const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  T sum = 0;
  for (int base = 0; base < k; base += kTile) {
    as[threadIdx.y][threadIdx.x] =
        row < m && base + threadIdx.x < k ? a[row * k + base + threadIdx.x] : T(0);
    bs[threadIdx.y][threadIdx.x] =
        column < n && base + threadIdx.y < k ? b[(base + threadIdx.y) * n + column] : T(0);
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
template __global__ void multiply<float, 8>(const float*, const float*, float*, int, int, int);
template __global__ void multiply<long long, 4>(const long long*, const long long*, long long*, int,
                                                int, int);

// A row a warp, float4 loads where rows are aligned.
__global__ void matrix_vector(const float* a, const float* x, float* y, int rows, int columns) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  if (columns % 4 == 0) {
    const float4* quads = reinterpret_cast<const float4*>(a + row * columns);
    for (int c = lane; c < columns / 4; c += 32) {
      const float4 q = quads[c];
      sum += q.x * x[4 * c] + q.y * x[4 * c + 1] + q.z * x[4 * c + 2] + q.w * x[4 * c + 3];
    }
  } else {
    for (int c = lane; c < columns; c += 32) sum += a[row * columns + c] * x[c];
  }
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(~0u, sum, mask);
  if (lane == 0) y[row] = sum;
}

template <typename T>
__global__ void transpose(const T* in, T* out, int rows, int columns) {
  __shared__ T tile[16][16 + 4 / sizeof(T)];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4)
    if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  for (int j = 0; j < 16; j += 4)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transpose<unsigned short>(const unsigned short*, unsigned short*, int, int);
template __global__ void transpose<char>(const char*, char*, int, int);

// One system a thread: 4 by 4 matrices factored in registers, without pivoting.
__global__ void lu_4x4(float* matrices, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float a[4][4];
#pragma unroll
  for (int k = 0; k < 16; ++k) a[k / 4][k % 4] = matrices[16 * i + k];
#pragma unroll
  for (int k = 0; k < 4; ++k)
#pragma unroll
    for (int r = k + 1; r < 4; ++r) {
      a[r][k] /= a[k][k];
#pragma unroll
      for (int c = k + 1; c < 4; ++c) a[r][c] -= a[r][k] * a[k][c];
    }
#pragma unroll
  for (int k = 0; k < 16; ++k) matrices[16 * i + k] = a[k / 4][k % 4];
}

// Gauss and Jordan with row exchange, a system a block, columns in threads.
__global__ void solve(const double* a, const double* b, double* x, int n) {
  __shared__ double m[12][13];
  __shared__ int pivot;
  const int c = threadIdx.x;
  for (int r = 0; r < n; ++r) m[r][c] = c < n ? a[(blockIdx.x * n + r) * n + c] : b[blockIdx.x * n + r];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (c == 0) {
      pivot = k;
      for (int r = k + 1; r < n; ++r)
        if (fabs(m[r][k]) > fabs(m[pivot][k])) pivot = r;
    }
    __syncthreads();
    if (pivot != k) {
      const double held = m[k][c];
      m[k][c] = m[pivot][c];
      m[pivot][c] = held;
    }
    __syncthreads();
    const double scaled = m[k][c] / m[k][k];
    double factors[12];
    for (int r = 0; r < n; ++r) factors[r] = m[r][k];
    __syncthreads();
    for (int r = 0; r < n; ++r) m[r][c] = r == k ? scaled : m[r][c] - factors[r] * scaled;
    __syncthreads();
  }
  if (c == n)
    for (int r = 0; r < n; ++r) x[blockIdx.x * n + r] = m[r][n];
}

// Parallel cyclic reduction: every step halves the distance to the answer. Dynamic shared memory
// holds five arrays.
__global__ void tridiagonal(const float* lower, const float* diagonal, const float* upper,
                            const float* right, float* x, int n) {
  extern __shared__ float shared[];
  float *a = shared, *b = a + n, *c = b + n, *d = c + n;
  const int i = threadIdx.x;
  if (i < n) {
    a[i] = i > 0 ? lower[i] : 0;
    b[i] = diagonal[i];
    c[i] = i < n - 1 ? upper[i] : 0;
    d[i] = right[i];
  }
  for (int step = 1; step < n; step *= 2) {
    float na = 0, nb = 0, nc = 0, nd = 0;
    __syncthreads();
    if (i < n) {
      nb = b[i], nd = d[i];
      if (i >= step) {
        const float k = a[i] / b[i - step];
        nb -= c[i - step] * k;
        nd -= d[i - step] * k;
        na = -a[i - step] * k;
      }
      if (i + step < n) {
        const float k = c[i] / b[i + step];
        nb -= a[i + step] * k;
        nd -= d[i + step] * k;
        nc = -c[i + step] * k;
      }
    }
    __syncthreads();
    if (i < n) a[i] = na, b[i] = nb, c[i] = nc, d[i] = nd;
  }
  if (i < n) x[i] = d[i] / b[i];
}

// Radix 2, decimation in time: input bit-reversed, a butterfly a thread.
template <int kLog>
__global__ void fft(const float2* in, float2* out) {
  constexpr int n = 1 << kLog;
  __shared__ float2 data[n];
  for (int i = threadIdx.x; i < n; i += n / 2) data[__brev(i) >> (32 - kLog)] = in[blockIdx.x * n + i];
  for (int half = 1; half < n; half *= 2) {
    __syncthreads();
    const int k = threadIdx.x & (half - 1);
    const int low = 2 * threadIdx.x - k, high = low + half;
    float sine, cosine;
    sincospif(-static_cast<float>(k) / half, &sine, &cosine);
    const float2 u = data[low], v = data[high];
    const float2 w = make_float2(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
    data[low] = make_float2(u.x + w.x, u.y + w.y);
    data[high] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += n / 2) out[blockIdx.x * n + i] = data[i];
}
template __global__ void fft<6>(const float2*, float2*);

// Haar wavelets in place, levels until one mean is left.
__global__ void haar(float* data, int n) {
  extern __shared__ float line[];
  line[threadIdx.x] = data[threadIdx.x];
  line[threadIdx.x + n / 2] = data[threadIdx.x + n / 2];
  for (int count = n / 2; count > 0; count /= 2) {
    __syncthreads();
    float mean, detail;
    if (threadIdx.x < count) {
      mean = (line[2 * threadIdx.x] + line[2 * threadIdx.x + 1]) / 2;
      detail = (line[2 * threadIdx.x] - line[2 * threadIdx.x + 1]) / 2;
    }
    __syncthreads();
    if (threadIdx.x < count) {
      line[threadIdx.x] = mean;
      line[threadIdx.x + count] = detail;
    }
  }
  __syncthreads();
  data[threadIdx.x] = line[threadIdx.x];
  data[threadIdx.x + n / 2] = line[threadIdx.x + n / 2];
}

// Powers of 2 by 2 matrices modulo a prime, by squaring.
struct Matrix2 {
  unsigned long long a, b, c, d;
  __device__ Matrix2 times(const Matrix2& o, unsigned p) const {
    return {(a * o.a + b * o.c) % p, (a * o.b + b * o.d) % p, (c * o.a + d * o.c) % p,
            (c * o.b + d * o.d) % p};
  }
};

__global__ void fibonacci(const unsigned* indices, unsigned* out, unsigned prime, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Matrix2 result = {1, 0, 0, 1}, base = {1, 1, 1, 0};
  for (unsigned k = indices[i]; k != 0; k >>= 1) {
    if (k & 1) result = result.times(base, prime);
    base = base.times(base, prime);
  }
  out[i] = result.b;
}

// Sum of cubes by Simpson's rule: one integrand a functor.
struct Cube {
  __device__ double operator()(double x) const { return x * x * x; }
};
struct Gaussian {
  double width;
  __device__ double operator()(double x) const { return exp(-x * x / width); }
};

template <typename F>
__device__ double simpson(F f, double from, double to, int steps) {
  const double h = (to - from) / steps;
  double sum = 0;
  for (int i = threadIdx.x; i <= steps; i += 32)
    sum += f(from + i * h) * (i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2);
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffff, sum, mask);
  return sum * h / 3;
}

__global__ void integrals(double* out, int steps) {
  const double cubes = simpson(Cube(), 0, blockIdx.x + 1, steps);
  const double bell = simpson(Gaussian{2.0}, -1.0, blockIdx.x + 1, steps);
  if (threadIdx.x == 0) {
    out[2 * blockIdx.x] = cubes;
    out[2 * blockIdx.x + 1] = bell;
  }
}
