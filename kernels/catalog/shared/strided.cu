// Sums of words of shared memory, read with a stride between lanes: where a conflict is the time.
//
// Everything but the reads is kept away: a block loads its words once and then reads them over and
// over, so that neither DRAM nor L2 has anything to do. Lane l starts at word l * ways; with
// ways = 1, 2, 4, 8, 16 and 32 the lanes of a warp fall on 32, 16, 8, 4, 2 banks and one, each with
// words of its own: ways-way conflicts.
//
// What to look for: with 2 blocks of 256 threads on a multiprocessor each read takes `ways`
// wavefronts, one a cycle, and nothing hides them: each step doubles the least time. (In a
// transpose 32-way conflicts cost a factor of two, and 4-way ones nothing: DRAM is the slower one.)

constexpr int kWarp = 32;
constexpr int kReads = 32;                          // of a round, kWarp words apart
constexpr int kWords = kWarp * 32 + kReads * kWarp;  // up to the last lane's last word at 32 ways

// in: kWords floats, out: one a thread.
__global__ void shared_strided(const float* __restrict__ in, float* __restrict__ out, int ways,
                               int rounds) {
  static_assert(kWords * sizeof(float) <= 8192, "28 blocks fit on a multiprocessor of 228 KB");
  __shared__ float words[kWords];
  for (int i = threadIdx.x; i < kWords; i += blockDim.x) words[i] = in[i];
  __syncthreads();

  int first = threadIdx.x % kWarp * ways;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    // A step of kWarp words is a whole number of times round the banks, and too wide to be fused
    // with its neighbours into one 16-byte access.
#pragma unroll
    for (int read = 0; read < kReads; ++read) sum += words[first + read * kWarp];
    first ^= 4;  // other words, so that no round's reads are kept from the one before
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Launch: shared_strided<<<blocks, threads>>>(in, out, ways, rounds);
