// shared_strided with 16 bytes a lane: the same bytes by a quarter of the reads.
//
// Four groups of eight lanes are served one after the other, each with 16 bytes a lane: all 128
// bytes of a pass. Lane l starts at float4 l * ways, so with ways = 2, 4 and 8 the lanes of a group
// fall on a half, a quarter and an eighth of the banks.
//
// What to look for: 4 wavefronts a read without conflicts, as many bytes each as a read of 4 bytes
// a lane has in its one; then 8, 16 and 32. With 2 blocks of 256 threads on a multiprocessor
// nothing hides them.

constexpr int kWarp = 32;
constexpr int kReads = 32;                                   // of a round, kPass float4 apart
constexpr int kPass = 8;                                     // float4 that 32 banks have
constexpr int kLargest = 8;                                  // ways
constexpr int kVectors = kWarp * kLargest + kReads * kPass;  // up to the last lane's last one

// in: kVectors float4, out: one float a thread.
__global__ void shared_wide(const float4* __restrict__ in, float* __restrict__ out, int ways,
                            int rounds) {
  static_assert(kVectors * sizeof(float4) <= 8192, "28 blocks fit on a multiprocessor of 228 KB");
  __shared__ float4 vectors[kVectors];
  for (int i = threadIdx.x; i < kVectors; i += blockDim.x) vectors[i] = in[i];
  __syncthreads();

  int first = threadIdx.x % kWarp * ways;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int read = 0; read < kReads; ++read) {
      const float4 v = vectors[first + read * kPass];
      sum += (v.x + v.y) + (v.z + v.w);
    }
    first ^= 1;  // other vectors, so that no round's reads are kept from the one before
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Launch: shared_wide<<<blocks, threads>>>(in, out, ways, rounds);
