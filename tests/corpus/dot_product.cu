// Products of small integers and reductions in hardware.
// nvcc: -arch=compute_80

__global__ void int8_dot(const int* a, const int* b, int* out, int words) {
  const int row = blockIdx.x;
  int sum = 0;
  for (int i = threadIdx.x; i < words; i += 32) sum = __dp4a(a[row * words + i], b[i], sum);
  sum = __reduce_add_sync(0xffffffff, sum);
  if (threadIdx.x == 0) out[row] = sum;
}

__global__ void uint8_dot(const unsigned* a, const unsigned* b, unsigned* out, int words) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < words; i += 32) sum = __dp4a(a[i], b[i], sum);
  for (int mask = 16; mask; mask >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, mask);
  if (threadIdx.x == 0) *out = sum;
}

__global__ void int16_dot(const int* a, const int* b, int* low, int* high, int words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  low[i] = __dp2a_lo(a[i], b[i], 7);
  high[i] = __dp2a_hi(a[i], b[i], -7);
}

__global__ void warp_extremes(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned active = __ballot_sync(~0u, i < n);
  if (i >= n) return;
  const unsigned value = in[i];
  const unsigned low = __reduce_min_sync(active, value), high = __reduce_max_sync(active, value);
  const int signed_low = __reduce_min_sync(active, static_cast<int>(value));
  const unsigned all = __reduce_and_sync(active, value), any = __reduce_or_sync(active, value);
  const unsigned odd = __reduce_xor_sync(active, value);
  if (threadIdx.x % 32 == 0) {
    unsigned* row = out + i / 32 * 6;
    row[0] = low, row[1] = high, row[2] = signed_low, row[3] = all, row[4] = any, row[5] = odd;
  }
}

// Which lanes agree, and whether all do.
__global__ void matches(const long long* in, unsigned* any, int* all, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned active = __activemask();
  any[i] = __match_any_sync(active, in[i]);
  int agree;
  const unsigned lanes = __match_all_sync(active, in[i] / 100, &agree);
  all[i] = agree ? __popc(lanes) : 0;
}
