// scan_chained without the fence between a block's sum and its flag: it is broken.
//
// The next block sees the flag and reads the sum. Without the fence nothing says that the sum has
// arrived when the flag has: the block may add what stood there before.
//
// What to look for: the race between two blocks, for the sum.

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

// The sum of the values of all threads up to this one.
__device__ int scan_block(int value) {
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
  return warp > 0 ? sum + warp_sums[warp - 1] : sum;
}

// The sum of all tiles before this one, for the block's last thread, which waits for it; leaves
// the sum up to this tile for the next one.
__device__ int wait_for_sum(int* sums, volatile int* flags, int tile, int total) {
  int before = 0;
  if (tile > 0) {
    while (flags[tile - 1] == 0) {
    }
    __threadfence();  // the flag before the sum
    before = sums[tile - 1];
  }
  sums[tile] = before + total;
  flags[tile] = 1;
  return before;
}

// in, out: n elements, 16-byte aligned. sums, flags: one value a block; flags and counter hold 0.
__global__ void scan_chained_unfenced(const int* in, int* out, int* sums, int* flags, int* counter,
                                      int n) {
  __shared__ int ticket;
  __shared__ int before_tile;
  if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);  // whoever comes first is first
  __syncthreads();
  const int tile = ticket;
  const int first = (tile * blockDim.x + threadIdx.x) * kVector;
  const int4 own = scan_four(load_four(in, first, n));
  const int up_to_here = scan_block(own.w);
  if (threadIdx.x == blockDim.x - 1) before_tile = wait_for_sum(sums, flags, tile, up_to_here);
  __syncthreads();
  store_four(out, first, n, add_to_four(own, before_tile + up_to_here - own.w));
}

// Sets what the next launch needs: no flag, no tile given away.
__global__ void scan_chained_unfenced_reset(int* flags, int* counter, int tiles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < tiles) flags[i] = 0;
  if (i == 0) *counter = 0;
}

// Launch, threads a multiple of 32:
//         const int tiles = (n + 4 * threads - 1) / (4 * threads);
//         scan_chained_unfenced_reset<<<(tiles + 255) / 256, 256>>>(flags, counter, tiles);
//         scan_chained_unfenced<<<tiles, threads>>>(in, out, sums, flags, counter, n);
