// Adding two vectors with the element that a thread adds in a function of its own: one expression
// to change.
//
// A thread adds an element in each round. Whatever index gives every element to one thread in one
// round is right; what it costs is another matter. The function stays one (__noinline__), so that
// another may take its place in the PTX: Warplens runs the kernel with the expression that a person
// types.
//
// What to look for: as it is written here, elements are dealt out to the blocks like cards. Lanes
// of a warp stand kBlocks floats apart, which is a sector: 32 sectors a request, each for 4 bytes.

constexpr int kBlocks = 8;                   // that share a piece of the vectors
constexpr int kThreads = 64;                 // a block
constexpr int kRounds = 4;                   // at most
constexpr int kAtOnce = kBlocks * kThreads;  // elements in a round

// The element of a piece that a thread adds in a round: from 0 to kAtOnce * kRounds - 1.
__device__ __noinline__ int element_of(int block, int thread, int round) {
  return (round * kThreads + thread) * kBlocks + block;
}

// c = a + b, n elements each, in pieces of kAtOnce * rounds.
__global__ void add_placed(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ c, int n, int rounds) {
  const int piece = blockIdx.x / kBlocks;
  const int block = blockIdx.x % kBlocks;
  const int first = piece * kAtOnce * rounds;
  for (int round = 0; round < min(rounds, kRounds); ++round) {
    const int i = first + element_of(block, threadIdx.x, round);
    if (i < n) c[i] = a[i] + b[i];
  }
}

// Launch, 1 to kRounds rounds:
//         const int piece = kAtOnce * rounds;
//         add_placed<<<(n + piece - 1) / piece * kBlocks, kThreads>>>(a, b, c, n, rounds);
