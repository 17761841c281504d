// What TMA brings by tensor maps of which the documents leave something open: element strides, NaNs
// from outside, rows less wide than their swizzle, interleaved channels, types that round. Compute
// capability 9.0.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o tensor_fields
//     tests/probes/tensor_fields.cu && ./tensor_fields
//
// For each map it prints how many bytes its mbarrier counted, and what came to which byte of shared
// memory in 16-byte groups: 16-bit words of an array that holds 0, 1, 2, … (for NaNs and types that
// round, the bits themselves). What kernels/machine/block/tma.cpp takes for granted: with strides
// {1, 3} of a box of 16 rows six rows come and 768 bytes are counted; NaNs are 0x7fff, 0x7fffffff
// and 0x7fffffffffffffff.
#include <cuda.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "side_by_side.cuh"

namespace {

constexpr int kSharedBytes = 16384, kWords = 65536;

struct Map {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  std::vector<cuuint64_t> sizes, strides;  // strides in bytes
  std::vector<cuuint32_t> box, element_strides;
  CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
  CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
  CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

bool encode(const Map& map, void* array, CUtensorMap& made) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult how;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                         cudaEnableDefault, &how),
        "cuTensorMapEncodeTiled");
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
             &made, map.type, static_cast<cuuint32_t>(map.sizes.size()), array, map.sizes.data(),
             map.strides.data(), map.box.data(), map.element_strides.data(), map.interleave,
             map.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, map.fill) == CUDA_SUCCESS;
}

// All of shared memory, 0xee where nothing came, and whether `bytes` were what the mbarrier waited
// for: it is given some milliseconds.
__global__ void copy_one(const __grid_constant__ CUtensorMap map, int dimensions, int x, int y,
                         unsigned bytes, unsigned char* out, int* is_complete) {
  extern __shared__ __align__(1024) unsigned char shared[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned at = __cvta_generic_to_shared(&barrier);
  const unsigned to = __cvta_generic_to_shared(shared);
  for (int i = 0; i < kSharedBytes; ++i) shared[i] = 0xee;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes)
               : "memory");
  if (dimensions == 2)
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
        "l"(&map), "r"(x), "r"(y), "r"(at)
        : "memory");
  else
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        " [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(to),
        "l"(&map), "r"(x), "r"(y), "r"(0), "r"(at)
        : "memory");
  int done = 0;
  for (int tries = 0; tries < 2000 && done == 0; ++tries) {
    asm volatile(
        "{\n .reg .pred over;\n mbarrier.test_wait.parity.shared::cta.b64 over, [%1], 0;\n"
        " selp.b32 %0, 1, 0, over;\n}"
        : "=r"(done)
        : "r"(at)
        : "memory");
    __nanosleep(1000);
  }
  *is_complete = done;
  for (int i = 0; i < kSharedBytes; ++i) out[i] = shared[i];
}

struct Copied {
  bool is_complete = false;
  std::vector<unsigned char> shared;
};

Copied copied(const CUtensorMap& map, int dimensions, int x, int y, unsigned bytes) {
  static unsigned char* const out = device_array<unsigned char>(kSharedBytes);
  static int* const flag = device_array<int>(1);
  copy_one<<<1, 1, kSharedBytes>>>(map, dimensions, x, y, bytes, out, flag);
  Copied result{false, std::vector<unsigned char>(kSharedBytes)};
  int is_complete = 0;
  check(cudaMemcpy(result.shared.data(), out, kSharedBytes, cudaMemcpyDeviceToHost), "the copy");
  check(cudaMemcpy(&is_complete, flag, sizeof is_complete, cudaMemcpyDeviceToHost), "the copy");
  result.is_complete = is_complete != 0;
  return result;
}

void print_groups(const std::vector<unsigned char>& shared, int word_bytes) {
  const std::vector<unsigned char> untouched(16, 0xee);
  int printed = 0;
  for (std::size_t at = 0; at + 16 <= shared.size() && printed < 40; at += 16) {
    if (std::memcmp(&shared[at], untouched.data(), 16) == 0) continue;
    std::printf("    %5zu:", at);
    for (int i = 0; i < 16; i += word_bytes) {
      std::uint64_t word = 0;
      std::memcpy(&word, &shared[at + i], word_bytes);
      std::printf(word_bytes == 2 ? " %llu" : " %llx", static_cast<unsigned long long>(word));
    }
    std::puts("");
    ++printed;
  }
}

void show(const char* name, const Map& map, void* array, int x, int y,
          const std::vector<unsigned>& candidates, int word_bytes = 2) {
  std::printf("%s\n", name);
  CUtensorMap made;
  if (!encode(map, array, made)) return static_cast<void>(std::puts("    refused"));
  const int dimensions = static_cast<int>(map.sizes.size());
  Copied last;
  for (const unsigned bytes : candidates) {
    last = copied(made, dimensions, x, y, bytes);
    if (last.is_complete) std::printf("    %u bytes were counted\n", bytes);
  }
  print_groups(last.shared, word_bytes);
}

void show_nans(void* array) {
  const std::pair<CUtensorMapDataType, int> types[] = {
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2},     {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4},     {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8},
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4}, {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4}};
  for (const auto& [type, bytes] : types) {
    Map map{type, {256, 16}, {2048}, {static_cast<cuuint32_t>(32 / bytes), 2}, {1, 1}};
    map.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    char name[64];
    std::snprintf(name, sizeof name, "NaNs of CUtensorMapDataType %d (bits)", type);
    show(name, map, array, 0, -2, {64}, bytes);
  }
}

// What the low bits of a mantissa and subnormals become.
void show_rounding(void* array) {
  const std::uint32_t bits[] = {0x3f800fff, 0x3f801000, 0x3f801001, 0x3f803000, 0xbf801000,
                                0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
                                0x7f800001, 0x7fc00123, 0xffc00123, 0x3f801fff, 0x3f802fff,
                                0x00001fff};
  check(cudaMemcpy(array, bits, sizeof bits, cudaMemcpyHostToDevice), "upload");
  std::puts("the floats as they lie in global memory");
  print_groups({reinterpret_cast<const unsigned char*>(bits),
                reinterpret_cast<const unsigned char*>(bits) + sizeof bits},
               4);
  for (const auto type : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
                          CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ}) {
    char name[64];
    std::snprintf(name, sizeof name, "floats of CUtensorMapDataType %d (bits)", type);
    show(name, {type, {16, 1}, {64}, {16, 1}, {1, 1}}, array, 0, 0, {64}, 4);
  }
}

}  // namespace

int main() {
  std::vector<unsigned short> words(kWords);
  for (int i = 0; i < kWords; ++i) words[i] = static_cast<unsigned short>(i);
  unsigned short* const array = device_array<unsigned short>(kWords);
  check(cudaMemcpy(array, words.data(), kWords * 2, cudaMemcpyHostToDevice), "upload");
  constexpr auto u16 = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  show("strides {1, 3}, a box of 64 x 16", {u16, {256, 64}, {512}, {64, 16}, {1, 3}}, array, 0, 1,
       {640, 768, 2048});
  show("strides {2, 1}, a box of 64 x 2", {u16, {256, 64}, {512}, {64, 2}, {2, 1}}, array, 0, 0,
       {128, 256});
  for (const auto swizzle : {CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B}) {
    Map map{u16, {256, 64}, {512}, {16, 8}, {1, 1}};
    map.swizzle = swizzle;
    show(swizzle == CU_TENSOR_MAP_SWIZZLE_64B ? "rows of 32 bytes under a swizzle of 64"
                                              : "rows of 32 bytes under a swizzle of 128",
         map, array, 0, 0, {256, 512, 1024});
  }
  for (const auto interleave : {CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B}) {
    Map map{u16, {16, 4, 2}, {1024, 8192}, {4, 2, 1}, {1, 1, 1}};
    map.interleave = interleave;
    const bool is_wide = interleave == CU_TENSOR_MAP_INTERLEAVE_32B;
    if (is_wide) map.swizzle = CU_TENSOR_MAP_SWIZZLE_32B;
    show(is_wide ? "interleave 32, a box of 4 x 2 x 1" : "interleave 16, a box of 4 x 2 x 1", map,
         array, 1, 1, {16, 128, 256});
  }
  show_nans(array);
  show_rounding(array);
}
