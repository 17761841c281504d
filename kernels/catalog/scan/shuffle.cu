// Inclusive prefix sums by warp shuffles: values pass from register to register.
//
// __shfl_up_sync hands each lane the value of the lane s places before it, so a warp is scanned in
// 5 steps as scan_hillis_steele does it, without shared memory or a barrier. The warps' totals pass
// through shared memory, where the first warp scans them.
//
// What to look for: two barriers a block, one shared store a warp by one lane, no bank conflict.

constexpr int kWarp = 32;

// The sum of this lane's value and those of all lanes before it.
__device__ int scan_warp(int value) {
  const int lane = threadIdx.x % kWarp;
  for (int s = 1; s < kWarp; s *= 2) {
    const int left = __shfl_up_sync(0xffffffff, value, s);
    if (lane >= s) value += left;
  }
  return value;
}

// in, out: n elements, which may be the same. totals: one value a block.
__global__ void scan_shuffle(const int* in, int* out, int* totals, int n) {
  __shared__ int warp_sums[kWarp];  // one a warp; a block has 32 at most
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const int warps = blockDim.x / kWarp;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = scan_warp(i < n ? in[i] : 0);
  if (lane == kWarp - 1) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const int own = scan_warp(lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = own;
  }
  __syncthreads();
  if (warp > 0) sum += warp_sums[warp - 1];

  if (i < n) out[i] = sum;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = sum;
}

// Adds to each block's elements what stands before them. totals: the blocks' totals, scanned.
__global__ void scan_shuffle_add(int* out, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += totals[blockIdx.x - 1];
}

// Launch, threads a multiple of 32; several totals are scanned in the same way again:
//         const int blocks = (n + threads - 1) / threads;
//         scan_shuffle<<<blocks, threads>>>(in, out, totals, n);
//         scan_shuffle<<<1, threads>>>(totals, totals, total, blocks);
//         scan_shuffle_add<<<blocks, threads>>>(out, totals, n);
