// The kernels of tensor_copies.cpp, which says how to build it.
#include "tensor_copies.h"

#include "side_by_side.cuh"

namespace {

__device__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void load(const Asked& asked, unsigned to, unsigned barrier) {
  const int* const c = asked.at;
  const unsigned short* const o = asked.offsets;
#define TILE(D, C)                                                                        \
  asm volatile("cp.async.bulk.tensor." D                                                  \
               ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" C \
               "}], [%2];" ::"r"(to),                                                     \
               "l"(&asked.map), "r"(barrier), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), \
               "r"(c[4])                                                                  \
               : "memory")
#define IM2COL(D, C, O)                                                                     \
  asm volatile("cp.async.bulk.tensor." D                                                    \
               ".shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {" C \
               "}], [%2], {" O "};" ::"r"(to),                                              \
               "l"(&asked.map), "r"(barrier), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]),   \
               "r"(c[4]), "h"(o[0]), "h"(o[1]), "h"(o[2])                                   \
               : "memory")
  switch (asked.dimensions + 10 * asked.is_im2col) {
    case 1:
      TILE("1d", "%3");
      break;
    case 2:
      TILE("2d", "%3, %4");
      break;
    case 3:
      TILE("3d", "%3, %4, %5");
      break;
    case 4:
      TILE("4d", "%3, %4, %5, %6");
      break;
    case 5:
      TILE("5d", "%3, %4, %5, %6, %7");
      break;
    case 13:
      IM2COL("3d", "%3, %4, %5", "%8");
      break;
    case 14:
      IM2COL("4d", "%3, %4, %5, %6", "%8, %9");
      break;
    case 15:
      IM2COL("5d", "%3, %4, %5, %6, %7", "%8, %9, %10");
      break;
  }
}

__device__ void store(const Asked& asked, unsigned from, Store how) {
  const int* const c = asked.at;
#define STORE(OP, D, R, MODE, C)                                                                  \
  asm volatile(OP ".async.bulk.tensor." D ".global.shared::cta" R "." MODE ".bulk_group [%1, {" C \
                  "}], [%0];" ::"r"(from),                                                        \
               "l"(&asked.map), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4])             \
               : "memory")
#define STORES(OP, R)                                             \
  switch (asked.dimensions + 10 * asked.is_im2col) {              \
    case 1:                                                       \
      STORE(OP, "1d", R, "tile", "%2");                           \
      break;                                                      \
    case 2:                                                       \
      STORE(OP, "2d", R, "tile", "%2, %3");                       \
      break;                                                      \
    case 3:                                                       \
      STORE(OP, "3d", R, "tile", "%2, %3, %4");                   \
      break;                                                      \
    case 4:                                                       \
      STORE(OP, "4d", R, "tile", "%2, %3, %4, %5");               \
      break;                                                      \
    case 5:                                                       \
      STORE(OP, "5d", R, "tile", "%2, %3, %4, %5, %6");           \
      break;                                                      \
    case 13:                                                      \
      STORE(OP, "3d", R, "im2col_no_offs", "%2, %3, %4");         \
      break;                                                      \
    case 14:                                                      \
      STORE(OP, "4d", R, "im2col_no_offs", "%2, %3, %4, %5");     \
      break;                                                      \
    case 15:                                                      \
      STORE(OP, "5d", R, "im2col_no_offs", "%2, %3, %4, %5, %6"); \
      break;                                                      \
  }
  switch (how) {
    case Store::copy:
      STORES("cp", "");
      break;
    case Store::add:
      STORES("cp.reduce", ".add");
      break;
    case Store::min:
      STORES("cp.reduce", ".min");
      break;
    case Store::max:
      STORES("cp.reduce", ".max");
      break;
    case Store::inc:
      STORES("cp.reduce", ".inc");
      break;
    case Store::dec:
      STORES("cp.reduce", ".dec");
      break;
    case Store::bit_and:
      STORES("cp.reduce", ".and");
      break;
    case Store::bit_or:
      STORES("cp.reduce", ".or");
      break;
    case Store::bit_xor:
      STORES("cp.reduce", ".xor");
      break;
  }
  asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void load_one(const __grid_constant__ Asked asked, unsigned char* out, int* complete) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned at = shared_address(&barrier);
  for (int i = threadIdx.x; i < kSharedBytes; i += blockDim.x) shared[i] = 0xee;
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at),
                 "r"(asked.bytes)
                 : "memory");
    load(asked, shared_address(shared), at);
    int done = 0;
    for (int tries = 0; tries < 300 && done == 0; ++tries) {
      asm volatile(
          "{\n .reg .pred over;\n mbarrier.test_wait.parity.shared::cta.b64 over, [%1], 0;\n"
          " selp.b32 %0, 1, 0, over;\n}"
          : "=r"(done)
          : "r"(at)
          : "memory");
      __nanosleep(200);
    }
    *complete = done;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kSharedBytes; i += blockDim.x) out[i] = shared[i];
}

__global__ void store_one(const __grid_constant__ Asked asked, const unsigned char* in, Store how) {
  extern __shared__ __align__(1024) unsigned char shared[];
  for (int i = threadIdx.x; i < kSharedBytes; i += blockDim.x) shared[i] = in[i];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) store(asked, shared_address(shared), how);
}

struct Device {
  unsigned char* array = device_array<unsigned char>(kArrayBytes);
  unsigned char* shared = device_array<unsigned char>(kSharedBytes);
  int* flag = device_array<int>(1);
};

Device& device() {
  static Device made;
  return made;
}

}  // namespace

Came load_on_gpu(const Asked& asked, unsigned char* shared) {
  static const cudaError_t made =
      cudaFuncSetAttribute(load_one, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  check(made, "shared memory");
  load_one<<<1, 128, kSharedBytes>>>(asked, device().shared, device().flag);
  int complete = 0;
  cudaMemcpy(shared, device().shared, kSharedBytes, cudaMemcpyDeviceToHost);
  if (cudaMemcpy(&complete, device().flag, sizeof complete, cudaMemcpyDeviceToHost) != cudaSuccess)
    return Came::faulted;
  return complete != 0 ? Came::whole : Came::counted_otherwise;
}

bool store_on_gpu(const Asked& asked, const unsigned char* tile, Store how) {
  static const cudaError_t made =
      cudaFuncSetAttribute(store_one, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes);
  check(made, "shared memory");
  check(cudaMemcpy(device().shared, tile, kSharedBytes, cudaMemcpyHostToDevice), "tile");
  store_one<<<1, 128, kSharedBytes>>>(asked, device().shared, how);
  const cudaError_t status = cudaDeviceSynchronize();
  if (status != cudaSuccess) std::printf("  %s\n", cudaGetErrorString(status));
  return status == cudaSuccess;
}

unsigned char* array_on_gpu() { return device().array; }

void write_array(const unsigned char* bytes) {
  check(cudaMemcpy(device().array, bytes, kArrayBytes, cudaMemcpyHostToDevice), "array");
}

void read_array(unsigned char* bytes) {
  check(cudaMemcpy(bytes, device().array, kArrayBytes, cudaMemcpyDeviceToHost), "array");
}
