// Atomics on one word, lane after lane: what each finds there, and what it leaves.
//
// An atomic returns what was there before. Lane t marks that value in row t of `found`; the row
// below says what it left, and the last row what was there in the end. Lanes take turns, so that
// there is one order to look at: of an atomic that a whole warp executes at once the order is not
// defined.
//
// What to look for: atomicInc goes back to 0 from its limit on, and from above it; atomicDec goes
// to its limit from 0, and from above the limit; atomicCAS stores only when it finds what it
// compares with; atomicOr, atomicAnd, atomicMin and atomicMax change nothing a second time, and
// atomicXor takes back what it did.

constexpr int kLanes = 32;
constexpr int kValues = 64;  // the columns of `found`

enum Operation : int {
  increase,
  decrease,
  compare_and_swap,
  bitwise_or,
  add,
  exchange,
  subtract,
  minimum,
  maximum,
  bitwise_and,
  bitwise_xor
};

// limit: of increase and decrease; what compare_and_swap compares with.
template <int kOperation>
__device__ unsigned apply(unsigned* word, unsigned limit, unsigned value) {
  switch (kOperation) {
    case increase:
      return atomicInc(word, limit);
    case decrease:
      return atomicDec(word, limit);
    case compare_and_swap:
      return atomicCAS(word, limit, value);
    case bitwise_or:
      return atomicOr(word, value);
    case add:
      return atomicAdd(word, value);
    case subtract:
      return atomicSub(word, value);
    case minimum:
      return atomicMin(word, value);
    case maximum:
      return atomicMax(word, value);
    case bitwise_and:
      return atomicAnd(word, value);
    case bitwise_xor:
      return atomicXor(word, value);
    default:
      return atomicExch(word, value);
  }
}

// word: holds the value that lane 0 finds. found: kLanes + 1 rows of kValues zeros.
template <int kOperation>
__global__ void access_atomic(unsigned* word, unsigned char* found, unsigned limit,
                              unsigned value) {
  const int lane = threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < kLanes; ++turn) {
    if (lane == turn) {
      const unsigned old = apply<kOperation>(word, limit, value);
      found[turn * kValues + old] = 1;
    }
    __syncwarp();  // the next lane comes after this one
  }
  if (lane == 0) found[kLanes * kValues + *word] = 1;
}

template __global__ void access_atomic<increase>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<decrease>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<compare_and_swap>(unsigned*, unsigned char*, unsigned,
                                                         unsigned);
template __global__ void access_atomic<bitwise_or>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<add>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<exchange>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<subtract>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<minimum>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<maximum>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<bitwise_and>(unsigned*, unsigned char*, unsigned, unsigned);
template __global__ void access_atomic<bitwise_xor>(unsigned*, unsigned char*, unsigned, unsigned);

// Launch, one warp; every value that the word takes is below kValues:
//         access_atomic<op><<<1, 32>>>(word, found, limit, value);
