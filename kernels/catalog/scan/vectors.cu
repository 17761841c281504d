// scan_shuffle with four elements a thread: 16 bytes by one load, and by one store.
//
// A thread scans its four elements in registers, and only their sum takes part in the shuffles: a
// quarter of the shuffles, barriers and blocks for an element, and four times the bytes under way.
//
// What to look for: 16 sectors a request, a quarter of the requests, the same number of sectors.

constexpr int kWarp = 32;
constexpr int kVector = 4;  // ints in an int4

// The sum of this lane's value and those of all lanes before it.
__device__ int scan_warp(int value) {
  const int lane = threadIdx.x % kWarp;
  for (int s = 1; s < kWarp; s *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, s);
    if (lane >= s) value += left;
  }
  return value;
}

// Four neighbouring elements from `first` on, zeros past the end; both 16-byte aligned.
__device__ int4 load_four(const int* in, int first, int n) {
  if (first + kVector <= n) return *reinterpret_cast<const int4*>(in + first);
  int4 v = {0, 0, 0, 0};
  if (first < n) v.x = in[first];
  if (first + 1 < n) v.y = in[first + 1];
  if (first + 2 < n) v.z = in[first + 2];
  return v;
}

__device__ void store_four(int* out, int first, int n, const int4& v) {
  if (first + kVector <= n) {
    *reinterpret_cast<int4*>(out + first) = v;
    return;
  }
  if (first < n) out[first] = v.x;
  if (first + 1 < n) out[first + 1] = v.y;
  if (first + 2 < n) out[first + 2] = v.z;
}

__device__ int4 scan_four(int4 v) {
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  return v;
}

__device__ int4 add_to_four(const int4& v, int before) {
  return {v.x + before, v.y + before, v.z + before, v.w + before};
}

// The sum of the values of all threads up to this one. `total`: that of the whole block.
__device__ int scan_block(int value, int* total) {
  __shared__ int warp_sums[kWarp];  // one a warp; a block has 32 at most
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const int warps = blockDim.x / kWarp;
  const int sum = scan_warp(value);
  if (lane == kWarp - 1) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const int own = scan_warp(lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = own;
  }
  __syncthreads();
  *total = warp_sums[warps - 1];
  return warp > 0 ? sum + warp_sums[warp - 1] : sum;
}

// in, out: n elements, which may be the same, 16-byte aligned. totals: one value a block.
__global__ void scan_vectors(const int* in, int* out, int* totals, int n) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * kVector;
  const int4 own = scan_four(load_four(in, first, n));
  int total;
  const int before = scan_block(own.w, &total) - own.w;
  store_four(out, first, n, add_to_four(own, before));
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_vectors_add(int* out, const int* totals, int n) {
  if (blockIdx.x == 0) return;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * kVector;
  store_four(out, first, n, add_to_four(load_four(out, first, n), totals[blockIdx.x - 1]));
}

// Launch, threads a multiple of 32; several totals are scanned in the same way again:
//         const int blocks = (n + 4 * threads - 1) / (4 * threads);
//         scan_vectors<<<blocks, threads>>>(in, out, totals, n);
//         scan_vectors<<<1, threads>>>(totals, totals, total, blocks);
//         scan_vectors_add<<<blocks, threads>>>(out, totals, n);
