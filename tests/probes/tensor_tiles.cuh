// A matrix product by mma.sync whose tiles, warps, stages and copies are chosen by a template, for
// the probe beside it (tensor_gemm.cu) and for the machine:
//
//   warplens check tests/probes/tensor_tiles.cu --reference plain:1e-3,1e-3 …
//
// What the forms have in common, against tensor_gemm/wide_tiles: a loop without an index (an
// address of shared memory is a sum and an exclusive or), fragments of A that are read `ahead` by
// `ahead` instead of a part at once, copies spread over all of a step's mma.sync, C stored as pairs
// of floats, and blocks that may walk from tile to tile without an empty pipeline in between.
#pragma once

// Tiles of kRows × kCols a block, kWarpRows × kWarpCols a warp, kDepth of k a step; fragments of
// kAhead times 16 rows of A are in registers at a time.
template <int kRows, int kCols, int kWarpRows, int kWarpCols, int kDepth, int kStages, int kBlocks,
          int kAhead>
struct TensorForm {
  static constexpr int rows = kRows, cols = kCols, depth = kDepth, stages = kStages;
  static constexpr int warp_rows = kWarpRows, warp_cols = kWarpCols, blocks = kBlocks;
  static constexpr int ahead = kAhead;
  static constexpr int warps_down = kRows / kWarpRows, warps = warps_down * (kCols / kWarpCols);
  static constexpr int threads = warps * 32;
  static constexpr int down = kWarpRows / 16, across = kWarpCols / 8, parts = kDepth / 16;
  static constexpr int turns = parts * down;  // of a step: `across` mma.sync each
  static constexpr int bytes_a = kRows * kDepth * 2, panel_bytes = 64 * kDepth * 2;
  static constexpr int panels = kCols / 64;  // of B's tile, one below the other
  static constexpr int stage_bytes = bytes_a + panels * panel_bytes;
  static constexpr int shared_bytes = kStages * stage_bytes;
  static_assert(kDepth == 32 || kDepth == 64);
  static_assert(kWarpCols == 32 || kWarpCols % 64 == 0, "a warp's columns begin at half a panel");
  static_assert(turns % kAhead == 0, "which registers are which is known when it is compiled");
};

constexpr int kBand = 16;  // rows of tiles of blocks that run together

struct TileOfC {
  int row, col;          // the first of each
  int own_row, own_col;  // the first that is stored: those before are of another tile
};

// Bands of kBand rows of tiles, walked column by column.
template <class F>
__device__ TileOfC place_of_tile(int tile, int tiles_down, int tiles_across) {
  const int first = tile / (kBand * tiles_across) * kBand;
  const int height = min(kBand, tiles_down - first);
  const int in_band = tile - first * tiles_across;
  const int row = (first + in_band % height) * F::rows, col = in_band / height * F::cols;
  return {row, col, row, col};
}

__device__ void mma_f16(float (&sum)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ void load_rows(unsigned (&a)[4], unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(address)
               : "memory");
}

__device__ void load_columns(unsigned (&left)[2], unsigned (&right)[2], unsigned address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(left[0]), "=r"(left[1]), "=r"(right[0]), "=r"(right[1])
               : "r"(address)
               : "memory");
}

// The tiles of a block's steps, one after the other, by cp.async. Rows of a and b start on 16
// bytes: `pitch_a` and `pitch_b`, in elements, are multiples of eight. kWhole: C
// is no smaller than a tile, and steps divide k.
template <class F, bool kWhole>
struct AsyncCopies {
  static constexpr int chunks_a = F::depth / 8, chunks_b = F::cols / 8;  // of 16 bytes, a row
  static constexpr int rows_a = F::threads / chunks_a, rows_b = F::threads / chunks_b;  // at once
  static constexpr int copies_a = F::rows / rows_a, copies_b = F::depth / rows_b;
  static constexpr int copies = copies_a + copies_b;
  static_assert(rows_b > 0 && F::depth % rows_b == 0 && F::rows % rows_a == 0);
  static_assert(rows_a % 8 == 0 && rows_b % 8 == 0, "a thread's rows have one exclusive or");

  const unsigned short *a, *b;
  int m, n, k, pitch_a, pitch_b;
  unsigned shared;
  int tiles_down, tiles_across, steps;

  const unsigned short *from_a, *from_b;
  unsigned to_a, to_b;   // in a stage
  int tile, step, left;  // of k, from this step on
  int rows_left, cols_left;
  int stage = 0;  // that is copied to

  __device__ int tiles() const { return tiles_down * tiles_across; }
  __device__ int first() const { return blockIdx.x; }
  __device__ int apart() const { return gridDim.x; }
  // Without edges: the last tiles begin as far inside as they must.
  __device__ TileOfC place(int of_tile) const {
    TileOfC at = place_of_tile<F>(of_tile, tiles_down, tiles_across);
    if constexpr (kWhole) {
      at.row = min(at.row, m - F::rows);
      at.col = min(at.col, (n - F::cols + 7) / 8 * 8);  // a copy's bytes are aligned
    }
    return at;
  }
  __device__ void begin() {
    const int thread = threadIdx.x;
    const int row = thread / chunks_a, chunk = thread % chunks_a;
    const int turn_a = F::depth == 64 ? row % 8 : row / 2 % 4;
    to_a = row * F::depth * 2 + (chunk ^ turn_a) * 16;
    const int row_of_b = thread / chunks_b, chunk_of_b = thread % chunks_b;
    to_b = F::bytes_a + chunk_of_b / 8 * F::panel_bytes + row_of_b * 128 +
           (chunk_of_b % 8 ^ row_of_b % 8) * 16;
    go_to(first());
    for (int s = 0; s < F::stages - 1; ++s) {
#pragma unroll
      for (int i = 0; i < copies; ++i) copy(i);
      next_step();
    }
    wait();
  }
  __device__ void go_to(int new_tile) {
    tile = new_tile;
    step = 0;
    left = k;
    const TileOfC at = place(tile);
    const int row = threadIdx.x / chunks_a, col = threadIdx.x % chunks_b * 8;
    from_a = a + static_cast<size_t>(at.row + row) * pitch_a + threadIdx.x % chunks_a * 8;
    from_b = b + static_cast<size_t>(threadIdx.x / chunks_b) * pitch_b + at.col + col;
    rows_left = m - at.row - row;
    cols_left = n - at.col - col;
  }
  // One of this step's copies. Beyond the last tile: none.
  __device__ void copy(int i) {
    if (tile >= tiles()) return;
    const bool is_a = i < copies_a;
    const int row = is_a ? i * rows_a : (i - copies_a) * rows_b;
    const unsigned to =
        shared + stage * F::stage_bytes + (is_a ? to_a + row * F::depth * 2 : to_b + row * 128);
    const unsigned short* from = is_a ? from_a + static_cast<unsigned>(row) * pitch_a
                                      : from_b + static_cast<unsigned>(row) * pitch_b;
    if constexpr (kWhole) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    } else {
      const int chunk = threadIdx.x % chunks_a * 8, row_of_b = threadIdx.x / chunks_b;
      const bool inside =
          is_a ? row < rows_left && chunk < left : row + row_of_b < left && cols_left > 0;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
                   "l"(inside ? from : a), "r"(inside ? 16 : 0)
                   : "memory");
    }
  }
  __device__ void next_step() {
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    stage = stage + 1 == F::stages ? 0 : stage + 1;
    from_a += F::depth;
    from_b += static_cast<size_t>(F::depth) * pitch_b;
    left -= F::depth;
    if (++step == steps) go_to(tile + apart());
  }
  __device__ void wait() {
    asm volatile("cp.async.wait_group %0;" ::"n"(F::stages - 2) : "memory");
    __syncthreads();
  }
  // Called at each turn: the copies are spread over all but the last ones.
  template <int kTurn>
  __device__ void at_turn() {
    constexpr int kOver = F::turns - F::ahead + 1;
#pragma unroll
    for (int i = 0; i < copies; ++i) {
      if (i * kOver / copies == kTurn) copy(i);
    }
  }
  // All of a step's tiles are in registers; those of the next are there for everyone.
  __device__ void next_tiles() {
    next_step();
    wait();
  }
};

template <class F>
__device__ void store(float* c, const float (&sum)[F::down][F::across][4], int m, int n, int row,
                      int col, const TileOfC& tile) {
#pragma unroll
  for (int y = 0; y < F::down; ++y) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int at_row = row + y * 16 + half * 8;
      if (at_row >= m || at_row < tile.own_row) continue;
      float* const to = c + static_cast<size_t>(at_row) * n + col;
#pragma unroll
      for (int x = 0; x < F::across; ++x) {
        if (col + x * 8 < tile.own_col) continue;  // two neighbours are of one tile
        const float left = sum[y][x][half * 2], right = sum[y][x][half * 2 + 1];
        if (n % 2 == 0) {
          if (col + x * 8 < n) *reinterpret_cast<float2*>(to + x * 8) = {left, right};
        } else {
          if (col + x * 8 < n) to[x * 8] = left;
          if (col + x * 8 + 1 < n) to[x * 8 + 1] = right;
        }
      }
    }
  }
}

// What a turn does, number kTurn of a step; then those after it.
template <class F, class Copies>
struct Turns {
  unsigned a[F::ahead][4], b[2][F::across][2];
  float sum[F::down][F::across][4] = {};
  unsigned lane_a, lane_b;  // this lane's address of A's and of B's first fragment, in a stage
  int stage = 0;

  __device__ explicit Turns(unsigned shared) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int own_row = warp % F::warps_down * F::warp_rows + lane % 16;
    const int beside = lane / 16;
    const int turn_a = F::depth == 64 ? lane % 8 : lane % 16 / 2 % 4;
    lane_a = shared + own_row * F::depth * 2 + (beside ^ turn_a) * 16;
    const int first_chunk = warp / F::warps_down * (F::warp_cols / 8);
    lane_b = shared + F::bytes_a + first_chunk / 8 * F::panel_bytes + lane % 16 * 128 +
             ((first_chunk % 8 + beside) ^ lane % 8) * 16;
  }
  __device__ void read_a(int turn, int of_stage) {
    const unsigned part = turn / F::down, y = turn % F::down;
    load_rows(a[turn % F::ahead],
              ((lane_a + of_stage * F::stage_bytes) ^ part * 32) + y * 16 * F::depth * 2);
  }
  // Two times 8 columns.
  __device__ void read_b(int part, int pair, int of_stage) {
    const unsigned panel = pair / 4, in_panel = pair % 4;
    load_columns(b[part % 2][pair * 2], b[part % 2][pair * 2 + 1],
                 ((lane_b + of_stage * F::stage_bytes) ^ in_panel * 32) + panel * F::panel_bytes +
                     part * 16 * 128);
  }
  __device__ void begin() {
#pragma unroll
    for (int turn = 0; turn < F::ahead - 1; ++turn) read_a(turn, 0);
#pragma unroll
    for (int pair = 0; pair < F::across / 2; ++pair) read_b(0, pair, 0);
  }
  template <int kTurn = 0>
  __device__ void step(Copies& copies) {
    constexpr int kPart = kTurn / F::down, y = kTurn % F::down;
    constexpr int kLate = F::turns - (F::ahead - 1);  // from here on reads are of the next step
    constexpr int kPairs = F::across / 2;
    if constexpr (kTurn == kLate) {
      copies.next_tiles();
      stage = stage + 1 == F::stages ? 0 : stage + 1;
    }
    read_a((kTurn + F::ahead - 1) % F::turns, stage);
    constexpr bool kLast = kPart == F::parts - 1;
    constexpr int kFirst = kLast ? F::down - (F::ahead - 1) : 0;  // turns of a part that read B
    if constexpr (y >= kFirst) {
#pragma unroll
      for (int pair = 0; pair < kPairs; ++pair) {
        if (kFirst + pair * (F::down - kFirst) / kPairs == y) {
          read_b((kPart + 1) % F::parts, pair, stage);
        }
      }
    }
    copies.template at_turn<kTurn>();
#pragma unroll
    for (int x = 0; x < F::across; ++x) mma_f16(sum[y][x], a[kTurn % F::ahead], b[kPart % 2][x]);
    if constexpr (kTurn + 1 < F::turns) step<kTurn + 1>(copies);
  }
};

template <class F, class Copies>
__device__ void multiply(Copies& copies, float* c, int m, int n, unsigned shared) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int tiles = copies.tiles();
  Turns<F, Copies> turns(shared);
  copies.begin();
  turns.begin();
  for (int tile = copies.first(); tile < tiles; tile += copies.apart()) {
#pragma unroll 1
    for (int step = 0; step < copies.steps; ++step) turns.step(copies);
    const TileOfC place = copies.place(tile);
    const int row = place.row + warp % F::warps_down * F::warp_rows + lane / 4;
    const int col = place.col + warp / F::warps_down * F::warp_cols + lane % 4 * 2;
    store<F>(c, turns.sum, m, n, row, col, place);
#pragma unroll
    for (int y = 0; y < F::down; ++y) {
#pragma unroll
      for (int x = 0; x < F::across; ++x) {
#pragma unroll
        for (int e = 0; e < 4; ++e) turns.sum[y][x][e] = 0;
      }
    }
  }
}

// a: m × k, rows pitch_a apart, b: k × n, rows pitch_b apart, f16; c: m × n. kWhole: as
// in AsyncCopies. Any grid: blocks take tile after tile.
template <class F, bool kWhole>
__global__ void __launch_bounds__(F::threads, F::blocks)
    tensor_tiles(const unsigned short* __restrict__ a, const unsigned short* __restrict__ b,
                 float* __restrict__ c, int m, int n, int k, int pitch_a, int pitch_b) {
  extern __shared__ __align__(1024) unsigned char tiles_of_steps[];
  AsyncCopies<F, kWhole> copies;
  copies.a = a, copies.b = b;
  copies.m = m, copies.n = n, copies.k = k, copies.pitch_a = pitch_a, copies.pitch_b = pitch_b;
  copies.shared = static_cast<unsigned>(__cvta_generic_to_shared(tiles_of_steps));
  copies.tiles_down = (m + F::rows - 1) / F::rows;
  copies.tiles_across = (n + F::cols - 1) / F::cols;
  copies.steps = (k + F::depth - 1) / F::depth;
  multiply<F>(copies, c, m, n, copies.shared);
}
