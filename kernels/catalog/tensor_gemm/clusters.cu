// tensor_gemm_tma_store in clusters of two blocks, which go from tile to tile.
//
// Two tiles of C, one below the other, take the same tile of B. Here each of the two blocks asks
// for half of it and has TMA bring that half to both (multicast): a third of the bytes from L2
// goes. A stage is free when the warpgroups of both blocks have read it, so that each arrives at
// both blocks' mbarriers. As many clusters as run at one time walk over C: while one tile's sums
// are stored, the copies of the next are under way.
//
// What to look for: one event brings its bytes to two blocks, and an mbarrier counts bytes that
// another block has asked for.

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
constexpr int kBand = 8;        // rows of clusters that run together: about 8 × 8 of two blocks
constexpr int kPanelCols = 64;  // of B's tile, which has one behind the other
constexpr int kRowBytes = 128;  // of a row of a box, in shared memory: what 32 banks have
constexpr int kPanels = kTileCols / kPanelCols;
constexpr int kPanelBytes = kSteps * kRowBytes;
constexpr int kTileBytesA = kTileRows * kRowBytes;
constexpr int kPairBytes = kTileBytesA + kPanels * kPanelBytes;
constexpr int kBoxCols = 32;  // of C, a box that is stored: 128 bytes
constexpr int kBoxBytes = kOwnRows * kRowBytes;
constexpr int kBoxes = 2;  // of a warpgroup: one is filled while another is stored
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

// The same to the same place of every block of the cluster, whose mbarriers count it each.
template <int kCluster>
__device__ void copy_box_to_all(const TensorMap& map, unsigned to, int col, int row,
                                unsigned barrier) {
  if constexpr (kCluster == 1) return copy_box(map, to, col, row, barrier);
  constexpr unsigned short kAll = (1 << kCluster) - 1;
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
      "l"(&map), "r"(col), "r"(row), "r"(barrier), "h"(kAll)
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

// The cluster's tile number `tile` of C, in its tiles: bands of kBand rows, walked column by
// column.
__device__ int2 place_of(int tile, int across, int down) {
  const int first = tile / (kBand * across) * kBand;
  const int rows = min(kBand, down - first);
  const int in_band = tile - first * across;
  return {in_band / rows, first + in_band % rows};
}

// Puts columns 32 box to 32 box + 31 of a warpgroup's sums where a tensor map swizzles them: 64
// rows of 128 bytes, whose 16-byte groups are exchanged. A thread has pairs of every eight columns,
// of two rows. Those of odd rows put the later 16 columns first: rows 2 i and 2 i + 1, whose pairs
// the swizzle leaves beside each other, never meet at the same banks.
__device__ void fill_box(unsigned to, const float (&sum)[kSums], int box, int thread) {
  constexpr int kPairs = kBoxCols / 8;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    const int row = thread / 32 * 16 + thread % 32 / 4 + half * 8;
    const bool is_odd = row % 2 != 0;
#pragma unroll
    for (int x = 0; x < kPairs; ++x) {
      const float* const even = &sum[(box * kPairs + x) * 4 + half * 2];
      const float* const odd = &sum[(box * kPairs + (x ^ 2)) * 4 + half * 2];
      const int byte = (is_odd ? x ^ 2 : x) * 32 + thread % 4 * 8;
      const unsigned at = to + row * kRowBytes + (byte ^ row % 8 * 16);
      asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(at), "f"(is_odd ? odd[0] : even[0]),
                   "f"(is_odd ? odd[1] : even[1])
                   : "memory");
    }
  }
}

// Has a box stored. Nobody reads C here: what is in L2 for A and B stays there before it.
__device__ void store_box(const TensorMap& map, unsigned from, int col, int row) {
  unsigned long long goes_first;
  asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(goes_first));
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"
      " [%0, {%1, %2}], [%3], %4;\n"
      "cp.async.bulk.commit_group;" ::"l"(&map),
      "r"(col), "r"(row), "r"(from), "l"(goes_first)
      : "memory");
}

// Of this thread's boxes all but the latest kLeft have been read: what held them may be filled.
template <int kLeft>
__device__ void wait_for_stores() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(kLeft) : "memory");
}

// The threads of a multiplying warpgroup wait for each other.
__device__ void meet(int warpgroup) {
  asm volatile("bar.sync %0, %1;" ::"r"(warpgroup), "n"(kWarpgroup) : "memory");
}

// 64 × 256 sums by way of `boxes`, from which TMA stores them while the next are put there.
__device__ void store(const TensorMap& c, const float (&sum)[kSums], unsigned boxes, int row,
                      int col, int warpgroup, int thread) {
#pragma unroll
  for (int box = 0; box < kTileCols / kBoxCols; ++box) {
    const unsigned to = boxes + box % kBoxes * kBoxBytes;
    if (thread == 0) wait_for_stores<kBoxes - 1>();
    meet(warpgroup);
    fill_box(to, sum, box, thread);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // TMA sees what threads stored
    meet(warpgroup);
    if (thread == 0) store_box(c, to, col + box * kBoxCols, row);
  }
}

__device__ void begin_barrier(unsigned barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

// At the mbarrier in the same place of block `rank` of the cluster. What wgmma read there is over
// before, so that nothing has to be released to the other block.
__device__ void arrive_at(unsigned barrier, unsigned rank) {
  asm volatile(
      "{\n .reg .b32 there;\n"
      " mapa.shared::cluster.u32 there, %0, %1;\n"
      " mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(barrier),
      "r"(rank)
      : "memory");
}

// The blocks of a cluster wait for each other; a block by itself has nobody to wait for.
template <int kCluster>
__device__ void arrive_at_cluster() {
  if constexpr (kCluster > 1) asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
template <int kCluster>
__device__ void wait_for_cluster() {
  if constexpr (kCluster > 1) asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// Of a warpgroup that has read a stage: it may be filled, by every block that fills it.
template <int kCluster>
__device__ void free_stage(unsigned barrier, int thread) {
  if constexpr (kCluster == 1) {
    if (thread == 0) arrive(barrier);
  } else {
    if (thread < kCluster) arrive_at(barrier, thread);
  }
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
__global__ void tensor_gemm_clusters_pitch(const unsigned short* __restrict__ from,
                                           unsigned short* __restrict__ pitched, int cols, int rows,
                                           int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= pitch) return;
  for (int row = blockIdx.y; row < rows; row += gridDim.y) {
    const unsigned short value = col < cols ? from[static_cast<size_t>(row) * cols + col] : 0;
    pitched[static_cast<size_t>(row) * pitch + col] = value;
  }
}

// pitched: rows of `pitch` elements. Their first `cols`, without what lies between.
__global__ void tensor_gemm_clusters_unpitch(const float* __restrict__ pitched,
                                             float* __restrict__ to, int cols, int rows,
                                             int pitch) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= cols) return;
  for (int row = blockIdx.y; row < rows; row += gridDim.y)
    to[static_cast<size_t>(row) * cols + col] = pitched[static_cast<size_t>(row) * pitch + col];
}

// a: m × k, in boxes of kTileRows rows; b: k × n, in boxes of kSteps rows; both 64 columns wide and
// swizzled by 128 bytes. c: m × n floats, in boxes of kOwnRows rows and kBoxCols columns, swizzled
// likewise. No more clusters than pairs of tiles. Each next tile goes the other way along k: its
// first steps may find in L2 what the last ones brought there. kCluster: 1 or 2.
template <int kType, int kCluster>
__global__ void __launch_bounds__(kThreads, 1)
    tensor_gemm_clusters(const __grid_constant__ TensorMap a, const __grid_constant__ TensorMap b,
                         const __grid_constant__ TensorMap c, int m, int n, int k) {
  extern __shared__ __align__(1024) uint4 tiles[];  // eight rows, which a swizzle is of
  __shared__ alignas(8) unsigned long long barriers[2 * kStages];
  const unsigned shared = __cvta_generic_to_shared(tiles);
  const unsigned full = __cvta_generic_to_shared(barriers);
  const unsigned empty = full + kStages * sizeof(barriers[0]);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kStages; ++stage) {
      begin_barrier(full + stage * sizeof(barriers[0]), 1);
      begin_barrier(empty + stage * sizeof(barriers[0]), kCluster * kMultiply);
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // TMA and others see them
  }
  __syncthreads();
  arrive_at_cluster<kCluster>();
  wait_for_cluster<kCluster>();

  unsigned rank = 0;
  if constexpr (kCluster > 1) asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  const int across = (n + kTileCols - 1) / kTileCols;
  const int down = (m + kCluster * kTileRows - 1) / (kCluster * kTileRows);
  const int clusters = gridDim.x / kCluster, first_tile = blockIdx.x / kCluster;
  const int steps = (k + kSteps - 1) / kSteps;
  const int warpgroup = threadIdx.x / kWarpgroup, thread = threadIdx.x % kWarpgroup;
  Place at;
  if (warpgroup == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegistersToCopy));
    bool is_backward = false;
    for (int tile = first_tile; thread == 0 && tile < across * down; tile += clusters) {
      const int2 place = place_of(tile, across, down);
      const int first_row = (place.y * kCluster + rank) * kTileRows;
      const int first_col = place.x * kTileCols;
      for (int step = 0; step < steps; ++step) {
        wait_for_phase(empty + at.stage * sizeof(barriers[0]), at.parity ^ 1);
        const unsigned arrived = full + at.stage * sizeof(barriers[0]);
        const unsigned to = shared + at.stage * kPairBytes;
        const int first_k = (is_backward ? steps - 1 - step : step) * kSteps;
        arrive_and_expect(arrived, kPairBytes);
        copy_box(a, to, first_k, first_row, arrived);
#pragma unroll
        for (int i = 0; i < kPanels / kCluster; ++i) {
          const int panel = rank * (kPanels / kCluster) + i;
          copy_box_to_all<kCluster>(b, to + kTileBytesA + panel * kPanelBytes,
                                    first_col + panel * kPanelCols, first_k, arrived);
        }
        at.step();
      }
      is_backward = !is_backward;
    }
    __syncwarp();
    arrive_at_cluster<kCluster>();
    wait_for_cluster<kCluster>();
    return;
  }

  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegistersToMultiply));
  const int own_row = (warpgroup - 1) * kOwnRows;
  const unsigned boxes = shared + kStages * kPairBytes + (warpgroup - 1) * kBoxes * kBoxBytes;
  for (int tile = first_tile; tile < across * down; tile += clusters) {
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
      if (step > 0) free_stage<kCluster>(empty + read * sizeof(barriers[0]), thread);
      read = at.stage;
      at.step();
    }
    wait_for_sums<0>();
    free_stage<kCluster>(empty + read * sizeof(barriers[0]), thread);
    // The others' memory is not touched behind this; a block exits when all have come here.
    if (tile + clusters >= across * down) arrive_at_cluster<kCluster>();
    const int2 place = place_of(tile, across, down);
    store(c, sum, boxes, (place.y * kCluster + static_cast<int>(rank)) * kTileRows + own_row,
          place.x * kTileCols, warpgroup, thread);
  }
  if (thread == 0) wait_for_stores<0>();
  wait_for_cluster<kCluster>();
}

template __global__ void tensor_gemm_clusters<0, 1>(const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap, int, int,
                                                    int);
template __global__ void tensor_gemm_clusters<0, 2>(const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap, int, int,
                                                    int);
template __global__ void tensor_gemm_clusters<1, 1>(const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap, int, int,
                                                    int);
template __global__ void tensor_gemm_clusters<1, 2>(const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap,
                                                    const __grid_constant__ TensorMap, int, int,
                                                    int);

// Launch: constexpr int kBytes = kStages * kPairBytes + kMultiply * kBoxes * kBoxBytes;
//         // cudaFuncSetAttribute allows it
//         int pitch_a = (k + 7) / 8 * 8, pitch_b = (n + 7) / 8 * 8, pitch_c = (n + 3) / 4 * 4;
//         if (pitch_a != k) {
//           dim3 blocks((pitch_a + 255) / 256, min(m, 65535));
//           tensor_gemm_clusters_pitch<<<blocks, 256>>>(a, rows_a, k, m, pitch_a);
//         }  // and b to rows_b, likewise
//         auto product = tensor_gemm_clusters<kType, kCluster>;
//         // kBlocks in clusters of kCluster (cudaLaunchKernelEx)
//         product<<<kBlocks, kThreads, kBytes>>>(map_of_a, map_of_b, map_of_c, m, n, k);
//         // and where pitch_c != n, tensor_gemm_clusters_unpitch from rows_c to c
