// tensor_gemm_wide_tiles with wgmma: a warpgroup, which is four warps, multiplies tiles that lie in
// shared memory.
//
// mma.sync takes its operands from registers, and every warp loads its own copy of them by
// ldmatrix. wgmma.mma_async takes them from shared memory, where the swizzle that ldmatrix needed
// is one that it knows: it is told where a tile begins, how far apart its parts are and how it is
// swizzled. The registers keep only the sums, of 64 × 256 a warpgroup. It goes on while the warps
// that asked for it ask for the copies of a later step. What the copies wrote has to be made
// visible to it (fence.proxy.async), and a tile's place is free a step later: the sums of one step
// are still under way when the next begins.
//
// What to look for: no ldmatrix, and no fragments. Four pairs of tiles: 192 KB of shared memory a
// block. Compute capability 9.0 alone has wgmma.

constexpr int kThreads = 256;  // two warpgroups, one below the other
constexpr int kWarpgroup = 128;
constexpr int kTileRows = 128;  // of C, a block
constexpr int kTileCols = 256;
constexpr int kOwnRows = 64;                              // of C, a warpgroup
constexpr int kSums = kOwnRows * kTileCols / kWarpgroup;  // of a thread
constexpr int kSteps = 64;                                // of k, a pair of tiles
constexpr int kParts = kSteps / 16;                       // of a step, a wgmma deep
constexpr int kStages = 4;                                // pairs of tiles: 192 KB
constexpr int kAhead = kStages - 2;                       // steps whose copies are under way
constexpr int kBand = 12;   // rows of tiles of blocks that run together: about 12 × 11 tiles
constexpr int kGroup = 8;   // elements of 16 bytes
constexpr int kGroups = 8;  // of a row in shared memory, 128 bytes: what 32 banks have
constexpr int kGroupBytes = 16;
constexpr int kRowBytes = kGroups * kGroupBytes;
constexpr int kPanels = kTileCols / (kGroups * kGroup);  // of B's tile, kSteps rows each
constexpr int kPanelBytes = kSteps * kRowBytes;
constexpr int kTileBytesA = kTileRows * kRowBytes;
constexpr int kPairBytes = kTileBytesA + kPanels * kPanelBytes;
constexpr int kRowsAtOnce = kThreads / kGroups;    // of shared memory, copied at once
constexpr int kCopiesA = kTileRows / kRowsAtOnce;  // of a thread, a step
constexpr int kCopies = kCopiesA + kPanels * kSteps / kRowsAtOnce;
// A thread copies to the same group of every kRowsAtOnce-th row.
static_assert(kRowsAtOnce % kGroups == 0 && kSteps % kRowsAtOnce == 0);

template <int kType>
struct TypeName;
template <>
struct TypeName<0> {
  static constexpr char kText[] = "f16";
};
template <>
struct TypeName<1> {
  static constexpr char kText[] = "bf16";
};

// sum += a b, by a warpgroup: a is 64 × 16 and b 16 × 256, both in shared memory; b's rows run
// along n (the last 1). It goes on by itself: wait_for_sums() says when it is done.
template <int kType>
__device__ void multiply_add(float (&sum)[kSums], unsigned long long a, unsigned long long b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.%130.%130 {"
      "%0, %1, %2, %3, %4, %5, %6, %7, "
      "%8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, "
      "%24, %25, %26, %27, %28, %29, %30, %31, "
      "%32, %33, %34, %35, %36, %37, %38, %39, "
      "%40, %41, %42, %43, %44, %45, %46, %47, "
      "%48, %49, %50, %51, %52, %53, %54, %55, "
      "%56, %57, %58, %59, %60, %61, %62, %63, "
      "%64, %65, %66, %67, %68, %69, %70, %71, "
      "%72, %73, %74, %75, %76, %77, %78, %79, "
      "%80, %81, %82, %83, %84, %85, %86, %87, "
      "%88, %89, %90, %91, %92, %93, %94, %95, "
      "%96, %97, %98, %99, %100, %101, %102, %103, "
      "%104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, "
      "%120, %121, %122, %123, %124, %125, %126, %127}, %128, %129, 1, 1, 1, 0, 1;"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]),
        "+f"(sum[6]), "+f"(sum[7]), "+f"(sum[8]), "+f"(sum[9]), "+f"(sum[10]), "+f"(sum[11]),
        "+f"(sum[12]), "+f"(sum[13]), "+f"(sum[14]), "+f"(sum[15]), "+f"(sum[16]), "+f"(sum[17]),
        "+f"(sum[18]), "+f"(sum[19]), "+f"(sum[20]), "+f"(sum[21]), "+f"(sum[22]), "+f"(sum[23]),
        "+f"(sum[24]), "+f"(sum[25]), "+f"(sum[26]), "+f"(sum[27]), "+f"(sum[28]), "+f"(sum[29]),
        "+f"(sum[30]), "+f"(sum[31]), "+f"(sum[32]), "+f"(sum[33]), "+f"(sum[34]), "+f"(sum[35]),
        "+f"(sum[36]), "+f"(sum[37]), "+f"(sum[38]), "+f"(sum[39]), "+f"(sum[40]), "+f"(sum[41]),
        "+f"(sum[42]), "+f"(sum[43]), "+f"(sum[44]), "+f"(sum[45]), "+f"(sum[46]), "+f"(sum[47]),
        "+f"(sum[48]), "+f"(sum[49]), "+f"(sum[50]), "+f"(sum[51]), "+f"(sum[52]), "+f"(sum[53]),
        "+f"(sum[54]), "+f"(sum[55]), "+f"(sum[56]), "+f"(sum[57]), "+f"(sum[58]), "+f"(sum[59]),
        "+f"(sum[60]), "+f"(sum[61]), "+f"(sum[62]), "+f"(sum[63]), "+f"(sum[64]), "+f"(sum[65]),
        "+f"(sum[66]), "+f"(sum[67]), "+f"(sum[68]), "+f"(sum[69]), "+f"(sum[70]), "+f"(sum[71]),
        "+f"(sum[72]), "+f"(sum[73]), "+f"(sum[74]), "+f"(sum[75]), "+f"(sum[76]), "+f"(sum[77]),
        "+f"(sum[78]), "+f"(sum[79]), "+f"(sum[80]), "+f"(sum[81]), "+f"(sum[82]), "+f"(sum[83]),
        "+f"(sum[84]), "+f"(sum[85]), "+f"(sum[86]), "+f"(sum[87]), "+f"(sum[88]), "+f"(sum[89]),
        "+f"(sum[90]), "+f"(sum[91]), "+f"(sum[92]), "+f"(sum[93]), "+f"(sum[94]), "+f"(sum[95]),
        "+f"(sum[96]), "+f"(sum[97]), "+f"(sum[98]), "+f"(sum[99]), "+f"(sum[100]), "+f"(sum[101]),
        "+f"(sum[102]), "+f"(sum[103]), "+f"(sum[104]), "+f"(sum[105]), "+f"(sum[106]),
        "+f"(sum[107]), "+f"(sum[108]), "+f"(sum[109]), "+f"(sum[110]), "+f"(sum[111]),
        "+f"(sum[112]), "+f"(sum[113]), "+f"(sum[114]), "+f"(sum[115]), "+f"(sum[116]),
        "+f"(sum[117]), "+f"(sum[118]), "+f"(sum[119]), "+f"(sum[120]), "+f"(sum[121]),
        "+f"(sum[122]), "+f"(sum[123]), "+f"(sum[124]), "+f"(sum[125]), "+f"(sum[126]),
        "+f"(sum[127])
      : "l"(a), "l"(b), "C"(TypeName<kType>::kText));
}

// Sums that were asked for, but the newest kLeft steps': they are there for this warpgroup.
template <int kLeft>
__device__ void wait_for_sums() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kLeft) : "memory");
}

__device__ void copy_async(unsigned to, const unsigned short* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

// Through registers, zeros where not `inside`.
__device__ void copy_if(bool inside, unsigned to, const unsigned short* from) {
  const uint4 words = inside ? *reinterpret_cast<const uint4*>(from) : uint4{};
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words.x), "r"(words.y),
               "r"(words.z), "r"(words.w)
               : "memory");
}

// Through registers, element by element: `there` of eight, zeros for the others.
__device__ void copy_eight(unsigned to, const unsigned short* from, int there) {
  unsigned words[4] = {};
  for (int e = 0; e < kGroup; ++e) {
    const unsigned value = e < there ? from[e] : 0;
    words[e / 2] |= value << e % 2 * 16;
  }
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]),
               "r"(words[2]), "r"(words[3])
               : "memory");
}

// What wgmma is told of a tile whose rows of 128 bytes are swizzled as here (PTX ISA, "Matrix
// descriptor"): where it begins, and how far apart, in bytes, its panels of 64 columns and its
// groups of eight rows are.
__device__ unsigned long long describe(unsigned address, unsigned panels_apart) {
  constexpr unsigned long long kSwizzle128 = 1ull << 62;
  constexpr unsigned kEightRows = 8 * kRowBytes;
  return kSwizzle128 | static_cast<unsigned long long>(kEightRows / 16) << 32 |
         panels_apart / 16 << 16 | (address & 0x3ffff) / 16;
}

// Tile number `tile` of C, in tiles: bands of kBand rows, walked column by column.
__device__ int2 place_of(int tile, int across, int down) {
  const int first = tile / (kBand * across) * kBand;
  const int rows = min(kBand, down - first);
  const int in_band = tile - first * across;
  return {in_band / rows, first + in_band % rows};
}

// A lane's pairs of sums: rows lane / 4 of its warp's 16 and 8 below, columns 2 (lane % 4) and the
// next of every eight. Those before stored_row and stored_col are another tile's.
template <bool kAligned>
__device__ void store(float* c, const float (&sum)[kSums], int m, int n, int row, int col,
                      int stored_row, int stored_col) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int to_row = row + half * 8;
    if (to_row >= m || to_row < stored_row) continue;
    float* const to = c + static_cast<size_t>(to_row) * n + col;
#pragma unroll
    for (int x = 0; x < kTileCols / 8; ++x) {
      const float* const pair = &sum[x * 4 + half * 2];
      if (col + x * 8 >= n || col + x * 8 < stored_col) continue;
      if constexpr (kAligned) {
        *reinterpret_cast<float2*>(to + x * 8) = {pair[0], pair[1]};
      } else {
        to[x * 8] = pair[0];
        if (col + x * 8 + 1 < n) to[x * 8 + 1] = pair[1];
      }
    }
  }
}

// a: m × k, b: k × n, c: m × n, all row-major; a and b 16-byte aligned. kAligned: rows of a and b
// are whole groups of 16 bytes, which are read at once. kWhole: C is no smaller than a tile and
// steps divide k, so that no copy is tested and all are asynchronous: the last tiles begin further
// inside, and store what no other tile does.
template <int kType, bool kAligned, bool kWhole>
__global__ void __launch_bounds__(kThreads, 1)
    tensor_gemm_warpgroups(const unsigned short* __restrict__ a,
                           const unsigned short* __restrict__ b, float* __restrict__ c, int m,
                           int n, int k) {
  extern __shared__ __align__(1024) uint4 tiles[];  // eight rows, which a swizzle is of
  const unsigned shared = __cvta_generic_to_shared(tiles);
  const int thread = threadIdx.x;
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int2 tile = place_of(block, gridDim.x, gridDim.y);
  const int stored_row = tile.y * kTileRows, stored_col = tile.x * kTileCols;
  const int first_row = kWhole ? min(stored_row, m - kTileRows) : stored_row;
  const int first_col = kWhole ? min(stored_col, n - kTileCols) : stored_col;

  // What this thread copies: a group of rows of A, and one of rows of B's panels.
  const int row = thread / kGroups, col = thread % kGroups * kGroup;
  const unsigned short* from_a = a + static_cast<size_t>(first_row + row) * k + col;
  const unsigned short* from_b = b + static_cast<size_t>(row) * n + first_col + col;
  const unsigned to = shared + row * kRowBytes + (col / kGroup ^ row % kGroups) * kGroupBytes;
  const int rows_left = m - first_row - row, cols_left = n - first_col - col;
  int terms_left = k;  // of k, from the step on that is copied
  int copied = 0;      // the stage that is copied to
  const auto copy = [&](int i) {
    const bool is_a = i < kCopiesA;
    const int in_shared = i * kRowsAtOnce;
    const int in_b = in_shared - kTileRows;  // down B's panels
    const int down = is_a ? in_shared : in_b % kSteps, across = is_a ? 0 : in_b / kSteps;
    const int there = across * kGroups * kGroup;
    const unsigned place = to + copied * kPairBytes + in_shared * kRowBytes;
    const unsigned short* from = is_a ? from_a + static_cast<unsigned>(down) * k
                                      : from_b + static_cast<unsigned>(down) * n + there;
    if constexpr (kWhole) {
      copy_async(place, from);
    } else {
      const bool has_row = is_a ? down < rows_left : down + row < terms_left;
      const int elements = has_row ? is_a ? terms_left - col : cols_left - there : 0;
      if constexpr (kAligned) {
        copy_if(elements > 0, place, from);
      } else {
        copy_eight(place, from, elements);
      }
    }
  };
  const auto copy_step = [&](bool is_one) {
    if (is_one) {
#pragma unroll(kWhole ? kCopies : 1)
      for (int i = 0; i < kCopies; ++i) copy(i);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");  // also when empty, to keep count
    copied = copied + 1 == kStages ? 0 : copied + 1;
    from_a += kSteps;
    from_b += static_cast<size_t>(kSteps) * n;
    terms_left -= kSteps;
  };

  const int steps = (k + kSteps - 1) / kSteps;
  for (int step = 0; step < kAhead; ++step) copy_step(step < steps);

  const int warpgroup = thread / kWarpgroup;
  float sum[kSums] = {};
  int stage = 0;  // that is read
  for (int step = 0; step < steps; ++step) {
    // This step's tiles are there for everyone's wgmma, and nobody's reads those of the step before
    // the last.
    asm volatile("cp.async.wait_group %0;" ::"n"(kAhead - 1) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const unsigned tile_a = shared + stage * kPairBytes + warpgroup * kOwnRows * kRowBytes;
    const unsigned tile_b = shared + stage * kPairBytes + kTileBytesA;
    const unsigned long long rows = describe(tile_a, 0), columns = describe(tile_b, kPanelBytes);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      multiply_add<kType>(sum, rows + part * 2, columns + part * 16 * kRowBytes / 16);
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    copy_step(step + kAhead < steps);
    wait_for_sums<1>();
    stage = stage + 1 == kStages ? 0 : stage + 1;
  }
  wait_for_sums<0>();

  const int lane = thread % 32, own_row = thread / 32 * 16 + lane / 4;
  store<kAligned>(c, sum, m, n, first_row + own_row, first_col + lane % 4 * 2, stored_row,
                  stored_col);
}

template __global__ void tensor_gemm_warpgroups<0, true, true>(const unsigned short*,
                                                               const unsigned short*, float*, int,
                                                               int, int);
template __global__ void tensor_gemm_warpgroups<1, true, true>(const unsigned short*,
                                                               const unsigned short*, float*, int,
                                                               int, int);
template __global__ void tensor_gemm_warpgroups<0, true, false>(const unsigned short*,
                                                                const unsigned short*, float*, int,
                                                                int, int);
template __global__ void tensor_gemm_warpgroups<1, true, false>(const unsigned short*,
                                                                const unsigned short*, float*, int,
                                                                int, int);
template __global__ void tensor_gemm_warpgroups<0, false, false>(const unsigned short*,
                                                                 const unsigned short*, float*, int,
                                                                 int, int);
template __global__ void tensor_gemm_warpgroups<1, false, false>(const unsigned short*,
                                                                 const unsigned short*, float*, int,
                                                                 int, int);

// Launch: constexpr int kBytes = kStages * kPairBytes;  // cudaFuncSetAttribute allows it
//         dim3 grid((n + kTileCols - 1) / kTileCols, (m + kTileRows - 1) / kTileRows);
//         kAligned = n % 8 == 0 && k % 8 == 0;
//         kWhole = kAligned && k % kSteps == 0 && m >= kTileRows && n >= kTileCols;
//         auto product = tensor_gemm_warpgroups<kType, kAligned, kWhole>;
//         product<<<grid, kThreads, kBytes>>>(a, b, c, m, n, k);
