// One warp-wide load and one store whose shape is set from outside: the smallest thing to trace.
//
// Lane l touches element offset + stride × position(l). `order` permutes the positions,
// `active_lanes` says which lanes take part, T is the width of an element. The same elements are
// loaded and stored.
//
// What to look for: on global memory sectors follow from the elements touched, never from the
// lanes' order. On shared memory stride and width decide how many lanes share a bank.

constexpr int kElements = 2048;  // offset up to 63 + stride up to 64 × 31; 32 KiB at 16 bytes

enum Order : int { identity, reverse, even_odd, swap_neighbours, shuffled, pairs, pairs_apart };

// Three rounds of x·odd + c and x ^ (x >> 2), each of which permutes 0..31.
__device__ int shuffle_lane(int lane, unsigned seed) {
  unsigned x = lane;
  for (int round = 0; round < 3; ++round) {
    x = (x * (2 * (seed % 16) + 1) + seed / 16) % 32;
    x ^= x >> 2;
    seed = seed * 1664525u + 1013904223u;
  }
  return x;
}

__device__ int position(int lane, int order, unsigned seed) {
  switch (order) {
    case reverse:
      return 31 - lane;
    case even_odd:
      return lane < 16 ? 2 * lane : 2 * (lane - 16) + 1;
    case swap_neighbours:
      return lane ^ 1;
    case shuffled:
      return shuffle_lane(lane, seed);
    case pairs:
      return lane / 2;  // no permutation: two lanes share an element
    case pairs_apart:
      return lane / 4 * 2 + lane % 2;  // likewise, lane and lane ^ 2
    default:
      return lane;
  }
}

template <class T>
__global__ void access_global(const T* __restrict__ in, T* __restrict__ out, int stride, int offset,
                              int order, unsigned seed, unsigned active_lanes) {
  const int lane = threadIdx.x;
  const int i = offset + stride * position(lane, order, seed);
  if (active_lanes >> lane & 1) out[i] = in[i];
}

template <class T>
__global__ void access_shared(const T* __restrict__ in, T* __restrict__ out, int stride, int offset,
                              int order, unsigned seed, unsigned active_lanes) {
  __shared__ T elements[kElements];
  const int lane = threadIdx.x;
  const int i = offset + stride * position(lane, order, seed);
  const bool active = active_lanes >> lane & 1;

  if (active) elements[i] = in[i];
  __syncthreads();
  if (active) out[i] = elements[i];
}

template __global__ void access_global<unsigned char>(const unsigned char*, unsigned char*, int,
                                                      int, int, unsigned, unsigned);
template __global__ void access_global<unsigned short>(const unsigned short*, unsigned short*, int,
                                                       int, int, unsigned, unsigned);
template __global__ void access_global<unsigned>(const unsigned*, unsigned*, int, int, int,
                                                 unsigned, unsigned);
template __global__ void access_global<unsigned long long>(const unsigned long long*,
                                                           unsigned long long*, int, int, int,
                                                           unsigned, unsigned);
template __global__ void access_global<uint4>(const uint4*, uint4*, int, int, int, unsigned,
                                              unsigned);
template __global__ void access_shared<unsigned char>(const unsigned char*, unsigned char*, int,
                                                      int, int, unsigned, unsigned);
template __global__ void access_shared<unsigned short>(const unsigned short*, unsigned short*, int,
                                                       int, int, unsigned, unsigned);
template __global__ void access_shared<unsigned>(const unsigned*, unsigned*, int, int, int,
                                                 unsigned, unsigned);
template __global__ void access_shared<unsigned long long>(const unsigned long long*,
                                                           unsigned long long*, int, int, int,
                                                           unsigned, unsigned);
template __global__ void access_shared<uint4>(const uint4*, uint4*, int, int, int, unsigned,
                                              unsigned);

// Launch, one warp; in and out hold kElements elements, and access_shared takes the same:
//         access_global<T><<<1, 32>>>(in, out, stride, offset, order, seed, active_lanes);
