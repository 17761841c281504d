// Kernels in the style of samples: transforms, finance, geometry, hashing, dynamic programming.

// The fast Walsh transform of a line of 2^log numbers in dynamic shared memory.
__global__ void walsh(float* data, int log) {
  extern __shared__ float line[];
  const int n = 1 << log;
  data += blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) line[i] = data[i];
  for (int step = n / 2; step > 0; step /= 2) {
    __syncthreads();
    for (int i = threadIdx.x; i < n / 2; i += blockDim.x) {
      const int low = i & (step - 1), at = 2 * i - low;
      const float a = line[at], b = line[at + step];
      line[at] = a + b;
      line[at + step] = a - b;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = line[i];
}

// The cosine transform of 8 by 8 pixels, a block a tile, its matrix made in place.
__global__ void dct_8x8(const float* in, float* out, int width) {
  __shared__ float matrix[8][8], tile[8][9], rows[8][9];
  const int x = threadIdx.x, y = threadIdx.y;
  const int at = (blockIdx.y * 8 + y) * width + blockIdx.x * 8 + x;
  matrix[y][x] = (y == 0 ? sqrtf(0.125f) : 0.5f) * cospif((2 * x + 1) * y / 16.0f);
  tile[y][x] = in[at];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += tile[y][k] * matrix[x][k];
  rows[y][x] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += matrix[y][k] * rows[k][x];
  out[at] = sum;
}

// A European call by a binomial tree, a block an option: its last level in shared memory, from
// which each thread takes a step back at a time.
__global__ void binomial_call(const float2* options, float* prices, int steps) {
  extern __shared__ double level[];
  const double price = options[blockIdx.x].x, strike = options[blockIdx.x].y;
  const double dt = 1.0 / steps, up = exp(0.3 * sqrt(dt)),
               chance = (exp(0.02 * dt) - 1 / up) / (up - 1 / up);
  const double discount = exp(-0.02 * dt);
  for (int i = threadIdx.x; i <= steps; i += blockDim.x)
    level[i] = fmax(price * pow(up, 2.0 * i - steps) - strike, 0.0);
  for (int left = steps; left > 0; --left) {
    for (int first = 0; first < left; first += blockDim.x) {
      const int i = first + threadIdx.x;
      __syncthreads();
      const double value =
          i < left ? discount * (chance * level[i + 1] + (1 - chance) * level[i]) : 0;
      __syncthreads();
      if (i < left) level[i] = value;
    }
  }
  if (threadIdx.x == 0) prices[blockIdx.x] = level[0];
}

// The k-th eigenvalue of a symmetric tridiagonal matrix, a thread each: bisection by the number of
// eigenvalues below (Sturm's sequence).
__global__ void eigenvalues(const double* diagonal, const double* beside, double* out, int n) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  double low = -16, high = 16;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    int below = 0;
    double q = 1;
    for (int i = 0; i < n; ++i) {
      q = diagonal[i] - middle - (i > 0 ? beside[i - 1] * beside[i - 1] / q : 0);
      if (q == 0) q = 1e-300;
      below += signbit(q) != 0;
    }
    (below > k ? high : low) = middle;
  }
  out[k] = low;
}

// Points of Sobol's first two sequences, bit by bit of the Gray code.
__constant__ unsigned kDirections[2][8] = {
    {1u << 31, 1u << 30, 1u << 29, 1u << 28, 1u << 27, 1u << 26, 1u << 25, 1u << 24},
    {0x80000000u, 0xc0000000u, 0xa0000000u, 0xf0000000u, 0x88000000u, 0xcc000000u, 0xaa000000u,
     0xff000000u}};
__global__ void sobol(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = 0;
  for (unsigned gray = i ^ i >> 1; gray != 0; gray &= gray - 1)
    x ^= kDirections[blockIdx.y][__ffs(gray) - 1];
  out[blockIdx.y * n + i] = x * 0x1p-32f;
}

// SHA-256 of messages of up to 55 bytes, a thread each.
__constant__ unsigned kRounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__device__ __forceinline__ unsigned turned(unsigned x, int by) { return __funnelshift_r(x, x, by); }
__global__ void sha256(const unsigned char* messages, const int* lengths, unsigned* digests,
                       int n) {
  const int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= n) return;
  unsigned char bytes[64] = {};
  const int length = lengths[m];
  for (int i = 0; i < length; ++i) bytes[i] = messages[64 * m + i];
  bytes[length] = 0x80;
  bytes[62] = length * 8 >> 8;
  bytes[63] = length * 8;
  unsigned w[64];
  for (int i = 0; i < 16; ++i) w[i] = __byte_perm(reinterpret_cast<unsigned*>(bytes)[i], 0, 0x0123);
  for (int i = 16; i < 64; ++i)
    w[i] = w[i - 16] + w[i - 7] + (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) +
           (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
  const unsigned start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned h[8];
  for (int k = 0; k < 8; ++k) h[k] = start[k];
  for (int i = 0; i < 64; ++i) {
    const unsigned e = turned(h[4], 6) ^ turned(h[4], 11) ^ turned(h[4], 25);
    const unsigned a = turned(h[0], 2) ^ turned(h[0], 13) ^ turned(h[0], 22);
    const unsigned first = h[7] + e + ((h[4] & h[5]) ^ (~h[4] & h[6])) + kRounds[i] + w[i];
    const unsigned second = a + ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
    for (int k = 7; k > 0; --k) h[k] = h[k - 1];
    h[4] += first;
    h[0] = first + second;
  }
  for (int k = 0; k < 8; ++k) digests[8 * m + k] = start[k] + h[k];
}

// The best local alignment of two strings, a block a pair; a diagonal of the table at a time.
__global__ void smith_waterman(const char* a, const char* b, int* best, int n, int m) {
  __shared__ int diagonals[3][64];
  __shared__ int largest;
  a += blockIdx.x * n;
  b += blockIdx.x * m;
  const int i = threadIdx.x;
  if (i == 0) largest = 0;
  for (int d = 0; d < 3; ++d) diagonals[d][i] = 0;
  __syncthreads();
  for (int d = 0; d < n + m - 1; ++d) {
    const int j = d - i;
    int* now = diagonals[d % 3];
    const int *before = diagonals[(d + 2) % 3], *two_before = diagonals[(d + 1) % 3];
    if (i < n && j >= 0 && j < m) {
      const int matched = (i > 0 && j > 0 ? two_before[i - 1] : 0) + (a[i] == b[j] ? 3 : -2);
      const int gap = max(i > 0 ? before[i - 1] : 0, j > 0 ? before[i] : 0) - 1;
      now[i] = max(0, max(matched, gap));
      atomicMax(&largest, now[i]);
    }
    __syncthreads();
  }
  if (i == 0) best[blockIdx.x] = largest;
}
