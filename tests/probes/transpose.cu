// What was tried for the upper rungs of the transposes, beside the copy and cublasSgeam:
// docs/ladders/transpose.md has what it said.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static tests/probes/transpose.cu -o probe_transpose \
//     -lcublas
//   ./probe_transpose 50 16384 8192 4097 10007
//
// Kernels of the catalogue are taken as they are; each idea that failed is one beside them.
#include <cublas_v2.h>
#include <cuda.h>

#include "side_by_side.cuh"
#include "tensor_map.cuh"

namespace copies {
#include "../../kernels/catalog/copy/vector.cu"
}
namespace along {
#include "../../kernels/catalog/copy/tiles.cu"
}
namespace down {
#include "../../kernels/catalog/copy/tiles_down.cu"
}
namespace padded {
#include "../../kernels/catalog/transpose/tile_padded.cu"
}
namespace packed {
#include "../../kernels/catalog/transpose/packed_vector.cu"
}
namespace wide {
#include "../../kernels/catalog/transpose/wide_tile.cu"
}
namespace wide_down {
#include "../../kernels/catalog/transpose/wide_tile_down.cu"
}
namespace whole {
#include "../../kernels/catalog/transpose/whole_sectors.cu"
}
namespace fastest {
#include "../../kernels/catalog/transpose/fastest.cu"
}

// How blocks go through the tiles of `in`: by groups of `width` columns of tiles, down each; by
// groups of as many rows, along each; by squares of that side, down.
enum class Walk { down, along, squares, diagonal };
struct Order {
  Walk walk;
  int width = 1;
};
__device__ int2 tile_of(Order order, int block, int across, int down) {
  const int width = order.width;
  if (order.walk == Walk::diagonal) return {block / down, (block % down + block / down) % down};
  if (order.walk == Walk::down) {
    const int group = block / (down * width), in_group = block % (down * width);
    return {group * width + in_group % width, in_group / width};
  }
  if (order.walk == Walk::along) {
    const int group = block / (across * width), in_group = block % (across * width);
    return {in_group / width, group * width + in_group % width};
  }
  const int square = block / (width * width), in_square = block % (width * width);
  return {square / (down / width) * width + in_square / width,
          square % (down / width) * width + in_square % width};
}

enum Hint { kPlain, kStreaming, kPastL1, kWholeL2Lines };
template <Hint kHint>
__device__ float4 load(const float4* from) {
  if (kHint == kStreaming) return __ldcs(from);
  if (kHint == kPlain) return *from;
  float4 v;
  if (kHint == kPastL1) {
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0,%1,%2,%3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(from));
    return v;
  }
  asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {%0,%1,%2,%3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from));
  return v;
}

// Lengths are multiples of the tile's in all that follows. wide_tile of kRows × kCols of `in`, with
// any number of threads, order of blocks and hint; where not kTurns, a copy by the same steps:
// through shared memory, every warp storing what another has loaded.
template <int kRows, int kCols, int kThreads, Hint kHint, bool kTurns>
__global__ void __launch_bounds__(kThreads)
    turned(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, Order order) {
  extern __shared__ float4 tile[];
  constexpr int kGroups = kCols / 4, kParts = kRows * kGroups / kThreads;
  const int2 at = tile_of(order, blockIdx.x, cols / kCols, rows / kRows);
  const float* from = in + size_t(at.y) * kRows * cols + at.x * kCols;
  float4 loaded[kParts];
#pragma unroll
  for (int p = 0; p < kParts; ++p) {
    const int i = threadIdx.x + p * kThreads;
    loaded[p] =
        load<kHint>(reinterpret_cast<const float4*>(from + i / kGroups * cols) + i % kGroups);
  }
#pragma unroll
  for (int p = 0; p < kParts; ++p) {
    const int i = threadIdx.x + p * kThreads, y = i / kGroups;
    tile[y * kGroups + (i % kGroups ^ y / 4 % kGroups)] = loaded[p];
  }
  __syncthreads();
  const float* s = reinterpret_cast<const float*>(tile);
#pragma unroll
  for (int p = 0; p < kParts; ++p) {
    if constexpr (kTurns) {
      const int i = threadIdx.x + p * kThreads, x = i % (kRows / 4), y = i / (kRows / 4);
      const int at_y = (y / 4 ^ x % kGroups) * 4 + y % 4;
      const float4 v = {s[4 * x * kCols + at_y], s[(4 * x + 1) * kCols + at_y],
                        s[(4 * x + 2) * kCols + at_y], s[(4 * x + 3) * kCols + at_y]};
      float* to = out + size_t(at.x) * kCols * rows + at.y * kRows;
      float4* place = reinterpret_cast<float4*>(to + y * rows) + x;
      if (kHint == kStreaming) __stcs(place, v);
      if (kHint != kStreaming) *place = v;
    } else {
      const int i = (threadIdx.x ^ 32) + p * kThreads, y = i / kGroups;
      float* to = out + size_t(at.y) * kRows * cols + at.x * kCols;
      reinterpret_cast<float4*>(to + y * cols)[i % kGroups] =
          tile[y * kGroups + (i % kGroups ^ y / 4 % kGroups)];
    }
  }
}

__device__ void turn(const float4 (&a)[4], float4 (&t)[4]) {
  t[0] = {a[0].x, a[1].x, a[2].x, a[3].x};
  t[1] = {a[0].y, a[1].y, a[2].y, a[3].y};
  t[2] = {a[0].z, a[1].z, a[2].z, a[3].z};
  t[3] = {a[0].w, a[1].w, a[2].w, a[3].w};
}

// 4 × 4 floats are turned in a thread's registers: float4 on both sides of the tile, no conflict.
__global__ void __launch_bounds__(256)
    in_registers(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float4 tile[64 * 16];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  const float* from = in + size_t(blockIdx.x) * 64 * cols + blockIdx.y * 64;
  float* to = out + size_t(blockIdx.y) * 64 * rows + blockIdx.x * 64;
  float4 a[4], t[4];
  for (int i = 0; i < 4; ++i) {
    a[i] = reinterpret_cast<const float4*>(from + (4 * y + i) * cols)[x];
  }
  turn(a, t);
  for (int j = 0; j < 4; ++j) tile[(4 * x + j) * 16 + (y ^ x)] = t[j];
  __syncthreads();
  for (int k = 0; k < 4; ++k) {
    const int row = y + 16 * k;
    reinterpret_cast<float4*>(to + row * rows)[x] = tile[row * 16 + (x ^ row / 4)];
  }
}

__device__ unsigned shared_address(const void* at) {
  return static_cast<unsigned>(__cvta_generic_to_shared(at));
}

// As many blocks as are resident walk over the tiles; kStages of them are under way by cp.async.
// One stage and a block for each tile: cp.async alone.
template <int kStages>
__global__ void __launch_bounds__(512)
    in_stages(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  extern __shared__ float4 tiles[];
  const int down = rows / 64, count = down * (cols / 64);
  const auto ask = [&](int block, int stage) {
    const int2 at = tile_of({Walk::down}, block, cols / 64, down);
    const float* from = in + size_t(at.y) * 64 * cols + at.x * 64;
    for (int i = threadIdx.x; block < count && i < 64 * 16; i += 512) {
      const int x = i % 16, y = i / 16;
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                       shared_address(&tiles[stage * 1024 + y * 16 + (x ^ y / 4)])),
                   "l"(from + y * cols + 4 * x)
                   : "memory");
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  constexpr int kAhead = kStages > 1 ? kStages - 1 : 1;
  for (int s = 0; s < kAhead; ++s) ask(blockIdx.x + s * gridDim.x, s);
  int stage = 0;
  for (int block = blockIdx.x; block < count; block += gridDim.x) {
    asm volatile("cp.async.wait_group %0;" ::"n"(kAhead - 1) : "memory");
    __syncthreads();
    if (kStages > 1) ask(block + kAhead * gridDim.x, (stage + kAhead) % kStages);
    const int2 at = tile_of({Walk::down}, block, cols / 64, down);
    float* to = out + size_t(at.x) * 64 * rows + at.y * 64;
    const float* s = reinterpret_cast<const float*>(&tiles[stage * 1024]);
    for (int i = threadIdx.x; i < 64 * 16; i += 512) {
      const int x = i % 16, y = i / 16, at_y = (y / 4 ^ x) * 4 + y % 4;
      reinterpret_cast<float4*>(to + y * rows)[x] = {
          s[4 * x * 64 + at_y], s[(4 * x + 1) * 64 + at_y], s[(4 * x + 2) * 64 + at_y],
          s[(4 * x + 3) * 64 + at_y]};
    }
    stage = (stage + 1) % kStages;
  }
}

// The tile comes by TMA, two boxes of 32 columns with its swizzle of 128 bytes.
__global__ void __launch_bounds__(256)
    by_tma(const __grid_constant__ CUtensorMap map, float* __restrict__ out, int rows) {
  extern __shared__ __align__(1024) unsigned char raw[];
  __shared__ __align__(8) unsigned long long arrived;
  float4* tile = reinterpret_cast<float4*>(raw);
  const unsigned barrier = shared_address(&arrived);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
    asm volatile("fence.mbarrier_init.release.cluster;");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16384;" ::"r"(barrier) : "memory");
    for (int half = 0; half < 2; ++half) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
          "[%1, {%2, %3}], [%4];" ::"r"(shared_address(tile) + half * 8192),
          "l"(&map), "r"(blockIdx.y * 64 + half * 32), "r"(blockIdx.x * 64), "r"(barrier)
          : "memory");
    }
  }
  __syncthreads();
  asm volatile(
      "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra WAIT; }" ::"r"(
          barrier)
      : "memory");
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float4 a[4], t[4];
  for (int i = 0; i < 4; ++i) {
    const int row = 4 * y + i;
    a[i] = tile[x / 8 * 512 + row * 8 + (x % 8 ^ row % 8)];
  }
  turn(a, t);
  __syncthreads();
  for (int j = 0; j < 4; ++j) tile[(4 * x + j) * 16 + (y ^ x)] = t[j];
  __syncthreads();
  float* to = out + size_t(blockIdx.y) * 64 * rows + blockIdx.x * 64;
  for (int k = 0; k < 4; ++k) {
    const int row = y + 16 * k;
    reinterpret_cast<float4*>(to + size_t(row) * rows)[x] = tile[row * 16 + (x ^ row / 4)];
  }
}

__global__ void count_wrong(const float* in, const float* out, int side, bool is_turned,
                            unsigned long long* wrong) {
  const size_t threads = size_t{gridDim.x} * blockDim.x, all = size_t(side) * side;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < all; i += threads) {
    if (out[i] != in[is_turned ? i % side * side + i / side : i]) atomicAdd(wrong, 1ull);
  }
}

class Transposes {
 public:
  explicit Transposes(int side) : side_(side), table_(std::to_string(side), 8.0 * side * side) {
    const size_t elements = size_t(side) * side;
    in = device_array<float>(elements);
    out = device_array<float>(elements);
    check(cudaMallocManaged(&wrong_, sizeof *wrong_), "cudaMallocManaged");
    fill_at_random<<<1024, 256>>>(in, elements);
  }
  ~Transposes() {
    cudaFree(in);
    cudaFree(out);
    cudaFree(wrong_);
  }

  void add(const std::string& name, const std::function<void()>& run, bool is_turned = true) {
    cudaMemset(out, 0xff, size_t(side_) * side_ * sizeof(float));
    *wrong_ = 0;
    run();
    count_wrong<<<1024, 256>>>(in, out, side_, is_turned, wrong_);
    check(cudaDeviceSynchronize(), name.c_str());
    table_.add(name, run, *wrong_);
  }
  int tiles(int of) const { return (side_ + of - 1) / of; }
  void print(int repetitions) { table_.print(repetitions); }

  float *in = nullptr, *out = nullptr;

 private:
  int side_;
  SideBySide table_;
  unsigned long long* wrong_ = nullptr;
};

// A block for each tile, in a single row of blocks.
template <int kRows, int kCols, int kThreads, Hint kHint = kPlain, bool kTurns = true>
void add_turned(Transposes& all, const std::string& name, int side, Order order) {
  constexpr int kBytes = kRows * kCols * 4;
  const auto kernel = turned<kRows, kCols, kThreads, kHint, kTurns>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes);
  const int blocks = all.tiles(kRows) * all.tiles(kCols);
  all.add(
      name,
      [=, in = all.in, out = all.out] {
        kernel<<<blocks, kThreads, kBytes>>>(in, out, side, side, order);
      },
      kTurns);
}

template <class Kernel>
void add_stages(Transposes& all, const char* name, Kernel kernel, int side, int stages) {
  const int bytes = stages * 16384;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  int resident = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, 512, bytes);
  const int tiles = all.tiles(64) * all.tiles(64);
  const int blocks = stages == 1 ? tiles : std::min(tiles, resident * 132);
  all.add(name,
          [=, in = all.in, out = all.out] { kernel<<<blocks, 512, bytes>>>(in, out, side, side); });
}

void add_catalogue(Transposes& all, cublasHandle_t cublas, int side) {
  float *in = all.in, *out = all.out;
  const dim3 wide(all.tiles(64), all.tiles(64)), narrow(all.tiles(32), all.tiles(32)),
      block(16, 32);
  const int n = side * side;
  all.add(
      "cudaMemcpy", [=] { cudaMemcpyAsync(out, in, size_t(n) * 4, cudaMemcpyDeviceToDevice); },
      false);
  all.add("cublasSgeam", [=] {
    const float one = 1, zero = 0;
    cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, side, side, &one, in, side, &zero, out, side, out,
                side);
  });
  all.add(
      "copy/vector", [=] { copies::copy_vector<<<n / 1024 + 1, 256>>>(in, out, side, side); },
      false);
  all.add(
      "copy/tiles", [=] { along::copy_tiles<<<wide, block>>>(in, out, side, side); }, false);
  all.add(
      "copy/tiles_down", [=] { down::copy_tiles_down<<<wide, block>>>(in, out, side, side); },
      false);
  all.add("transpose/tile_padded", [=] {
    padded::transpose_tile_padded<32, 33><<<narrow, dim3(32, 8)>>>(in, out, side, side);
  });
  all.add("transpose/packed_vector",
          [=] { packed::transpose_packed_vector<<<narrow, dim3(8, 32)>>>(in, out, side, side); });
  all.add("transpose/wide_tile",
          [=] { wide::transpose_wide_tile<<<wide, block>>>(in, out, side, side); });
  all.add("transpose/wide_tile_down",
          [=] { wide_down::transpose_wide_tile_down<<<wide, block>>>(in, out, side, side); });
  const dim3 whole_grid(all.tiles(64), all.tiles(128));
  all.add("transpose/whole_sectors",
          [=] { whole::transpose_whole_sectors<<<whole_grid, 512>>>(in, out, side, side); });
  all.add("transpose/fastest, whole sectors",
          [=] { fastest::transpose_fastest<64, 8><<<wide, 512>>>(in, out, side, side); });
  all.add("transpose/fastest, pieces that end with the tile",
          [=] { fastest::transpose_fastest<64, 1><<<wide, 512>>>(in, out, side, side); });
  if (side % 4 == 0) {
    all.add("transpose/fastest, small vectors", [=] {
      fastest::transpose_fastest_vectors<32><<<narrow, dim3(8, 32)>>>(in, out, side, side);
    });
    all.add("transpose/fastest, vectors",
            [=] { fastest::transpose_fastest_vectors<64><<<wide, block>>>(in, out, side, side); });
  }
}

struct NamedOrder {
  const char* name;
  Order order;
};
constexpr NamedOrder kOrders[] = {{"down", {Walk::down}},
                                  {"down, four columns", {Walk::down, 4}},
                                  {"down, sixteen columns", {Walk::down, 16}},
                                  {"along", {Walk::along}},
                                  {"along, four rows", {Walk::along, 4}},
                                  {"squares of four", {Walk::squares, 4}},
                                  {"squares of sixteen", {Walk::squares, 16}},
                                  {"diagonals", {Walk::diagonal}}};

// Every shape in every order, and the copy by the same steps.
void add_orders(Transposes& all, int side) {
  if (side % 1024 != 0) return;
  for (const auto& [name, order] : kOrders) {
    const std::string in_order = std::string(" ") + name;
    add_turned<64, 64, 512, kPlain, false>(all, "copy through shared memory" + in_order, side,
                                           order);
    add_turned<64, 64, 512>(all, "64 x 64" + in_order, side, order);
    add_turned<64, 64, 256>(all, "64 x 64, 256 threads" + in_order, side, order);
    add_turned<64, 64, 128>(all, "64 x 64, 128 threads" + in_order, side, order);
    add_turned<64, 128, 512>(all, "64 x 128" + in_order, side, order);
    add_turned<128, 64, 512>(all, "128 x 64" + in_order, side, order);
    add_turned<32, 128, 512>(all, "32 x 128" + in_order, side, order);
    add_turned<128, 32, 512>(all, "128 x 32" + in_order, side, order);
    add_turned<32, 64, 256>(all, "32 x 64" + in_order, side, order);
    add_turned<64, 32, 256>(all, "64 x 32" + in_order, side, order);
    add_turned<32, 32, 256>(all, "32 x 32" + in_order, side, order);
    add_turned<128, 128, 1024>(all, "128 x 128" + in_order, side, order);
    add_turned<64, 64, 512, kStreaming>(all, "64 x 64, streaming" + in_order, side, order);
    add_turned<64, 64, 512, kPastL1>(all, "64 x 64, loads past L1" + in_order, side, order);
    add_turned<64, 64, 512, kWholeL2Lines>(all, "64 x 64, L2::256B loads" + in_order, side, order);
  }
}

void add_failures(Transposes& all, int side) {
  if (side % 128 != 0) return;
  const dim3 grid(all.tiles(64), all.tiles(64));
  all.add("turned in registers",
          [=, in = all.in, out = all.out] { in_registers<<<grid, 256>>>(in, out, side, side); });
  add_stages(all, "cp.async", in_stages<1>, side, 1);
  add_stages(all, "cp.async, 2 stages, walking", in_stages<2>, side, 2);
  add_stages(all, "cp.async, 3 stages, walking", in_stages<3>, side, 3);
  const CUtensorMap map = boxes_of(all.in, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, side, side, side, 64,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE);
  all.add("loads by TMA", [=, out = all.out] { by_tma<<<grid, 256, 16384>>>(map, out, side); });
}

int main(int count, char** words) {
  cublasHandle_t cublas;
  cublasCreate(&cublas);
  for (int k = 2; k < count; ++k) {
    const int side = std::atoi(words[k]);
    Transposes all(side);
    add_catalogue(all, cublas, side);
    add_orders(all, side);
    add_failures(all, side);
    all.print(std::atoi(words[1]));
  }
}
