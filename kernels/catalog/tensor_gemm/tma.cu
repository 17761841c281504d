// tensor_gemm_producer with copies by TMA, in place of cp.async.
//
// A producer of 128 threads computes an address for each 16 bytes that it asks for, and puts them
// where the swizzle wants them. TMA does both: a tensor map says how a matrix lies in memory, and
// one instruction of one thread brings a box of it, 64 elements wide, with zeros where the box
// reaches over the edge. An mbarrier counts the bytes that have come. So one path fits matrices of
// all sizes; rows that do not start on 16 bytes, which no tensor map takes, are copied to a pitch
// by a launch before.
//
// What to look for: one event of one lane brings a whole box, whose sectors are TMA's own figure.
// What is left of accesses to global memory by lanes are C's stores.

// A CUtensorMap, which cuTensorMapEncodeTiled makes: only its address is used here.
struct alignas(64) TensorMap {
  unsigned long long opaque[16];
};

constexpr int kThreads = 384;  // three warpgroups: a thread of the first copies, two multiply
constexpr int kWarpgroup = 128;
constexpr int kMultiply = 2;    // warpgroups, one below the other
constexpr int kTileRows = 128;  // of C, a block
constexpr int kTileCols = 256;
constexpr int kOwnRows = 64;                              // of C, a warpgroup
constexpr int kSums = kOwnRows * kTileCols / kWarpgroup;  // of a thread
constexpr int kSteps = 64;                                // of k, a pair of tiles
constexpr int kParts = kSteps / 16;                       // of a step, a wgmma deep
constexpr int kStages = 4;                                // pairs of tiles: 192 KB
constexpr int kBand = 12;       // rows of tiles of blocks that run together: about 12 × 11 tiles
constexpr int kPanelCols = 64;  // of B's tile, which has one behind the other
constexpr int kRowBytes = 128;  // of a row of a box, in shared memory: what 32 banks have
constexpr int kPanels = kTileCols / kPanelCols;
constexpr int kPanelBytes = kSteps * kRowBytes;
constexpr int kTileBytesA = kTileRows * kRowBytes;
constexpr int kPairBytes = kTileBytesA + kPanels * kPanelBytes;
// Registers a thread: 65,536 of an SM for 384 threads are 168; what the first warpgroup gives the
// others take.
constexpr int kRegistersToCopy = 40;
constexpr int kRegistersToMultiply = 232;
static_assert(kRegistersToCopy + kMultiply * kRegistersToMultiply == 3 * 168);

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

// Asks for a box of a matrix, whose first element is at `col` and `row`: the bytes are counted by
// the mbarrier.
__device__ void copy_box(const TensorMap& map, unsigned to, int col, int row, unsigned barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(&map), "r"(col), "r"(row), "r"(barrier)
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
// next of every eight. kEven: pairs of C start on 8 bytes.
template <bool kEven>
__device__ void store(float* c, const float (&sum)[kSums], int m, int n, int row, int col) {
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    if (row + half * 8 >= m) continue;
    float* const to = c + static_cast<size_t>(row + half * 8) * n + col;
#pragma unroll
    for (int x = 0; x < kTileCols / 8; ++x) {
      const float* const pair = &sum[x * 4 + half * 2];
      if (col + x * 8 >= n) continue;
      if constexpr (kEven) {
        *reinterpret_cast<float2*>(to + x * 8) = {pair[0], pair[1]};
      } else {
        to[x * 8] = pair[0];
        if (col + x * 8 + 1 < n) to[x * 8 + 1] = pair[1];
      }
    }
  }
}

__device__ void begin_barrier(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// This thread arrives, and the phase is over only when so many bytes have come, too.
__device__ void arrive_and_expect(unsigned barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

// Until the phase of this parity is over; of a new barrier that with parity 1 is.
__device__ void wait_for_phase(unsigned barrier, unsigned parity) {
  asm volatile(
      "{\n .reg .pred over;\n"
      "again:\n mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      " @!over bra again;\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

// Where a warpgroup is among the stages.
struct Place {
  int stage = 0;
  unsigned parity = 0;  // of the phase that it is in
  __device__ void step() {
    stage = stage + 1 == kStages ? 0 : stage + 1;
    if (stage == 0) parity ^= 1;
  }
};

// from: rows × cols, row-major. The same rows, `pitch` elements apart, with zeros behind each.
__global__ void tensor_gemm_tma_pitch(const unsigned short* __restrict__ from,
                                      unsigned short* __restrict__ pitched, int cols, int rows,
                                      int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    const unsigned short value = col < cols ? from[static_cast<size_t>(row) * cols + col] : 0;
    pitched[static_cast<size_t>(row) * pitch + col] = value;
  }
}

// a: m × k, in boxes of kTileRows rows; b: k × n, in boxes of kSteps rows; both 64 columns wide and
// swizzled by 128 bytes. c: m × n, row-major. A block a tile of C.
template <int kType, bool kEven>
__global__ void __launch_bounds__(kThreads, 1)
    tensor_gemm_tma(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
                    float* __restrict__ c, int m, int n, int k) {
  extern __shared__ __align__(1024) uint4 tiles[];  // eight rows, which a swizzle is of
  __shared__ alignas(8) unsigned long long barriers[2 * kStages];
  const unsigned shared = __cvta_generic_to_shared(tiles);
  const unsigned full = __cvta_generic_to_shared(barriers);
  const unsigned empty = full + kStages * sizeof(barriers[0]);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      begin_barrier(full + stage * sizeof(barriers[0]), 1);
      begin_barrier(empty + stage * sizeof(barriers[0]), kMultiply);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // TMA sees them
  }
  __syncthreads();

  const int across = (n + kTileCols - 1) / kTileCols, down = (m + kTileRows - 1) / kTileRows;
  const int2 place = place_of(blockIdx.x, across, down);
  const int first_row = place.y * kTileRows, first_col = place.x * kTileCols;
  const int steps = (k + kSteps - 1) / kSteps;
  const int warpgroup = threadIdx.x / kWarpgroup, thread = threadIdx.x % kWarpgroup;
  Place at;
  if (warpgroup == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegistersToCopy));
    for (int step = 0; thread == 0 && step < steps; ++step) {
      wait_for_phase(empty + at.stage * sizeof(barriers[0]), at.parity ^ 1);
      const unsigned arrived = full + at.stage * sizeof(barriers[0]);
      const unsigned to = shared + at.stage * kPairBytes;
      arrive_and_expect(arrived, kPairBytes);
      copy_box(a, to, step * kSteps, first_row, arrived);
#pragma unroll
      for (int panel = 0; panel < kPanels; ++panel) {
        copy_box(b, to + kTileBytesA + panel * kPanelBytes, first_col + panel * kPanelCols,
                 step * kSteps, arrived);
      }
      at.step();
    }
    return;
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegistersToMultiply));
  const int own_row = (warpgroup - 1) * kOwnRows;
  const int lane = thread % 32;
  float sum[kSums] = {};
  int read = 0;  // the stage of the step before
  for (int step = 0; step < steps; ++step) {
    wait_for_phase(full + at.stage * sizeof(barriers[0]), at.parity);
    const unsigned tile_a = shared + at.stage * kPairBytes + own_row * kRowBytes;
    const unsigned tile_b = shared + at.stage * kPairBytes + kTileBytesA;
    const unsigned long long rows = describe(tile_a, 0), columns = describe(tile_b, kPanelBytes);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int part = 0; part < kParts; ++part) {
      multiply_add<kType>(sum, rows + part * 2, columns + part * 16 * kRowBytes / 16);
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    wait_for_sums<1>();
    if (step > 0 && thread == 0) arrive(empty + read * sizeof(barriers[0]));
    read = at.stage;
    at.step();
  }
  wait_for_sums<0>();
  store<kEven>(c, sum, m, n, first_row + own_row + thread / 32 * 16 + lane / 4,
               first_col + lane % 4 * 2);
}

template __global__ void tensor_gemm_tma<0, true>(const __grid_constant__ TensorMap,
                                                  const __grid_constant__ TensorMap, float*, int,
                                                  int, int);
template __global__ void tensor_gemm_tma<1, true>(const __grid_constant__ TensorMap,
                                                  const __grid_constant__ TensorMap, float*, int,
                                                  int, int);
template __global__ void tensor_gemm_tma<0, false>(const __grid_constant__ TensorMap,
                                                   const __grid_constant__ TensorMap, float*, int,
                                                   int, int);
template __global__ void tensor_gemm_tma<1, false>(const __grid_constant__ TensorMap,
                                                   const __grid_constant__ TensorMap, float*, int,
                                                   int, int);

// Launch: constexpr int kBytes = kStages * kPairBytes;  // cudaFuncSetAttribute allows it
//         int pitch_a = (k + 7) / 8 * 8, pitch_b = (n + 7) / 8 * 8;
//         if (pitch_a != k) {
//           dim3 blocks((pitch_a + 255) / 256, min(m, 65535));
//           tensor_gemm_tma_pitch<<<blocks, 256>>>(a, rows_a, k, m, pitch_a);
//         }  // and b to rows_b, likewise
//         auto product = tensor_gemm_tma<kType, n % 2 == 0>;
//         product<<<kTiles, kThreads, kBytes>>>(map_of_a, map_of_b, c, m, n, k);
