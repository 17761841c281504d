// scan_look_back with sixteen elements a thread: four loads of 16 bytes under way.
//
// A tile is four times as large, so a quarter of the blocks stand in the queue, and each asks for
// all its bytes before it uses the first. A warp takes 512 neighbouring elements in four rows of
// 128, so that each load is as coalesced as before, and scans row after row.
//
// What to look for: the requests and sectors of scan_look_back, a quarter of the tiles.

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

constexpr int kRows = 4;               // of a warp's elements
constexpr int kRow = kWarp * kVector;  // elements in one of them
constexpr int kOwn = kRows * kVector;  // elements a thread

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

// The sum of all warps before this one, of `sum` each.
__device__ int scan_warps(int sum) {
  __shared__ int warp_sums[kWarp];  // one a warp; a block has 32 at most
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const int warps = blockDim.x / kWarp;
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const int own = scan_warp(lane < warps ? warp_sums[lane] : 0);
    if (lane < warps) warp_sums[lane] = own;
  }
  __syncthreads();
  return warp > 0 ? warp_sums[warp - 1] : 0;
}

// What others know of a tile, in one word of 8 bytes that is written and read whole: so a value
// never comes without its status, and no fence is needed between them.
using Word = unsigned long long;
enum Status : unsigned { nothing, own_total, whole_sum };  // the tile's alone; with all before it

__device__ Word word_of(Status status, int value) {
  return static_cast<Word>(status) << 32 | static_cast<unsigned>(value);
}
__device__ Status status_of(Word word) { return static_cast<Status>(word >> 32); }

// The sum of all tiles before this one, for each lane of a warp: every lane looks at another tile,
// the first one at the nearest.
__device__ int look_back(const volatile Word* words, int tile) {
  const int lane = threadIdx.x % kWarp;
  int before = 0;
  for (int nearest = tile - 1;; nearest -= kWarp) {
    const int seen = nearest - lane;
    Word word;
    unsigned whole, needed;
    do {  // until every tile that is needed has at least its own total
      word = seen >= 0 ? words[seen] : word_of(whole_sum, 0);
      whole = __ballot_sync(0xffffffff, status_of(word) == whole_sum);
      needed = ~whole & (whole - 1);  // lanes before the first one with a whole sum
    } while ((__ballot_sync(0xffffffff, status_of(word) == nothing) & needed) != 0);
    int value = lane <= __popc(needed) ? static_cast<int>(word) : 0;
    for (int s = kWarp / 2; s > 0; s /= 2) value += __shfl_xor_sync(0xffffffff, value, s);
    before += value;
    if (whole != 0) return before;
  }
}

// in, out: n elements, 16-byte aligned. words: one a tile; words and counter hold 0.
__global__ void scan_look_back_wide(const int* in, int* out, volatile Word* words, int* counter,
                                    int n) {
  __shared__ int ticket;
  __shared__ int before_tile;
  if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);  // whoever comes first is first
  __syncthreads();
  const int tile = ticket;
  const int lane = threadIdx.x % kWarp;
  const int warp = threadIdx.x / kWarp;
  const int first = tile * blockDim.x * kOwn + warp * kRows * kRow + lane * kVector;
  int4 own[kRows];
  for (int r = 0; r < kRows; ++r) own[r] = load_four(in, first + r * kRow, n);
  int sum = 0;  // of the warp's rows so far
  for (int r = 0; r < kRows; ++r) {
    own[r] = scan_four(own[r]);
    const int four = own[r].w;
    const int up_to_here = scan_warp(four);
    own[r] = add_to_four(own[r], sum + up_to_here - four);
    sum += __shfl_sync(0xffffffff, up_to_here, kWarp - 1);
  }

  const int before_warp = scan_warps(sum);
  if (threadIdx.x >= blockDim.x - kWarp) {  // the last warp, which has the tile's total
    const bool is_last = threadIdx.x == blockDim.x - 1;
    const int total = before_warp + sum;
    if (is_last) words[tile] = word_of(own_total, total);
    const int before = look_back(words, tile);
    if (is_last) {
      words[tile] = word_of(whole_sum, before + total);
      before_tile = before;
    }
  }
  __syncthreads();
  for (int r = 0; r < kRows; ++r) {
    store_four(out, first + r * kRow, n, add_to_four(own[r], before_tile + before_warp));
  }
}

// Sets what the next launch needs: nothing known of any tile, none given away.
__global__ void scan_look_back_wide_reset(Word* words, int* counter, int tiles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < tiles) words[i] = 0;
  if (i == 0) *counter = 0;
}

// Launch, threads a multiple of 32:
//         const int tiles = (n + 16 * threads - 1) / (16 * threads);
//         scan_look_back_wide_reset<<<(tiles + 255) / 256, 256>>>(words, counter, tiles);
//         scan_look_back_wide<<<tiles, threads>>>(in, out, words, counter, n);
