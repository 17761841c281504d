// What hardware counters say of one copy by TMA, or of one access to another block's shared memory.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o counters tests/probes/tensor_counters.cu
//   ncu --csv --page raw --metrics … ./counters COUNT SEED [KIND]
//
// KIND 12 is a load of a box that may reach outside of its tensor, 13 one of pixels.
// Every launch makes one copy. A line each says what it was, in the order of the launches.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "side_by_side.cuh"
#include "tensor_counters.cuh"

namespace {

constexpr std::size_t kArrayBytes = std::size_t{1} << 22;

using Random = std::mt19937;
unsigned below(Random& random, unsigned n) { return random() % n; }

struct Type {
  CUtensorMapDataType type;
  int bytes;
  const char* name;
};
constexpr Type kTypes[] = {{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, "u8"},
                           {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, "f16"},
                           {CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, "u32"},
                           {CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, "u64"}};

void* entry_point(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  check(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &status), name);
  return found;
}

template <class Get>
void print_list(const char* name, int n, Get get) {
  std::printf(" %s=", name);
  for (int i = 0; i < n; ++i) std::printf("%s%lld", i ? "," : "", static_cast<long long>(get(i)));
}

// A random box that the driver takes, and where it begins; printed.
bool random_box(Random& random, unsigned char* array, int dimensions, bool is_load, bool is_sum,
                Copy& copy, bool reaches_outside = false) {
  static const auto encode =
      reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(entry_point("cuTensorMapEncodeTiled"));
  const Type type = kTypes[is_sum ? 2 : below(random, 4)];
  const int swizzle = static_cast<int>(below(random, 4));
  const unsigned widest = swizzle == 0 ? 256u * type.bytes : 16u << swizzle;
  cuuint64_t sizes[5], strides[4];
  cuuint32_t box[5], apart[5];
  std::uint64_t pitch = 0;
  std::uint64_t total = 1;
  for (int i = 0; i < dimensions; ++i) {
    const unsigned most = i == 0 ? widest / type.bytes : 1u << below(random, 7);
    box[i] = 1 + below(random, most < 256 ? most : 256);
    if (i == 0) {
      const unsigned unit = 16 / type.bytes;
      if (below(random, 3) == 0) box[0] = most < 256 ? most : 256;
      box[0] = (box[0] + unit - 1) / unit * unit;
      if (box[0] > 256) return false;
    }
    apart[i] = i > 0 && below(random, 6) == 0 ? 1 + below(random, 3) : 1;
    sizes[i] = box[i] * apart[i] + below(random, 40);
    total *= (box[i] + apart[i] - 1) / apart[i];
  }
  pitch = (sizes[0] * type.bytes + 15) / 16 * 16 + 16 * below(random, 5);
  for (int i = 1; i < dimensions; ++i) {
    strides[i - 1] = pitch;
    pitch = pitch * sizes[i] + 16 * below(random, 3);
  }
  const std::uint64_t row = swizzle == 0 ? box[0] * type.bytes : 16u << swizzle;
  if (pitch > kArrayBytes - 4096 || total / box[0] * row > kSharedBytes / 2) return false;
  const unsigned shift = 16 * below(random, 4);
  const int promotion = static_cast<int>(below(random, 4));
  if (encode(&copy.map, type.type, dimensions, array + shift, sizes, strides, box, apart,
             CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(swizzle),
             static_cast<CUtensorMapL2promotion>(promotion),
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return false;
  copy.dimensions = dimensions;
  copy.bytes = static_cast<unsigned>(total * type.bytes);
  copy.shared_at = 128 * below(random, 4) * (below(random, 2) == 0 ? 8 : 1);
  for (int i = 0; i < dimensions; ++i) {
    const int room = static_cast<int>(sizes[i]) - static_cast<int>(box[i]);
    copy.at[i] = room > 0 && below(random, 2) == 0 ? static_cast<int>(below(random, room)) : 0;
    if (below(random, reaches_outside ? 2 : 8) == 0)
      copy.at[i] += static_cast<int>(below(random, box[i])) - static_cast<int>(box[i] / 2);
    if (i == 0) copy.at[0] = copy.at[0] * type.bytes / 16 * 16 / type.bytes;  // else it faults
    if (!is_load && copy.at[i] < 0) copy.at[i] = 0;                           // the same
  }
  std::printf("type=%s dims=%d swizzle=%d promotion=%d shift=%u shared=%u bytes=%u", type.name,
              dimensions, swizzle, promotion, shift, copy.shared_at, copy.bytes);
  print_list("sizes", dimensions, [&](int i) { return sizes[i]; });
  print_list("strides", dimensions - 1, [&](int i) { return strides[i]; });
  print_list("box", dimensions, [&](int i) { return box[i]; });
  print_list("elements", dimensions, [&](int i) { return apart[i]; });
  print_list("at", dimensions, [&](int i) { return copy.at[i]; });
  return true;
}

// The same of pixels.
bool random_pixels(Random& random, unsigned char* array, int dimensions, Copy& copy) {
  static const auto encode =
      reinterpret_cast<decltype(&cuTensorMapEncodeIm2col)>(entry_point("cuTensorMapEncodeIm2col"));
  const Type type = kTypes[below(random, 4)];
  const int swizzle = static_cast<int>(below(random, 4));
  const unsigned widest = swizzle == 0 ? 256u : 16u << swizzle;  // bytes
  const unsigned unit = 16 / type.bytes;
  const int corners = dimensions - 2;
  cuuint32_t channels = unit * (1 + below(random, widest / 16)), pixels = 1 + below(random, 100);
  if (channels > 256) return false;
  cuuint64_t sizes[5], strides[4];
  cuuint32_t apart[5] = {1, 1, 1, 1, 1};
  int lower[3] = {}, upper[3] = {};
  sizes[0] = channels + below(random, 3) * unit * below(random, 3);
  for (int i = 1; i < dimensions; ++i) sizes[i] = 4 + below(random, 9);
  for (int i = 0; i < corners; ++i) {
    apart[i + 1] = below(random, 4) == 0 ? 2 : 1;
    lower[i] = static_cast<int>(below(random, 4)) - 2;
    upper[i] = static_cast<int>(below(random, 4)) - 2;
  }
  std::uint64_t pitch = (sizes[0] * type.bytes + 15) / 16 * 16 + 16 * below(random, 3);
  for (int i = 1; i < dimensions; ++i) {
    strides[i - 1] = pitch;
    pitch = pitch * sizes[i] + 16 * below(random, 3);
  }
  const std::uint64_t row = swizzle == 0 ? channels * type.bytes : 16u << swizzle;
  if (pitch > kArrayBytes - 4096 || pixels * row > kSharedBytes / 2) return false;
  const unsigned shift = 16 * below(random, 4);
  const int promotion = static_cast<int>(below(random, 4));
  if (encode(&copy.map, type.type, dimensions, array + shift, sizes, strides, lower, upper,
             channels, pixels, apart, CU_TENSOR_MAP_INTERLEAVE_NONE,
             static_cast<CUtensorMapSwizzle>(swizzle),
             static_cast<CUtensorMapL2promotion>(promotion),
             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    return false;
  copy.dimensions = dimensions;
  copy.bytes = channels * pixels * type.bytes;
  copy.shared_at = 128 * below(random, 4) * (below(random, 2) == 0 ? 8 : 1);
  copy.at[0] = below(random, 4) == 0 ? static_cast<int>(unit * below(random, 3)) : 0;
  for (int i = 0; i < corners; ++i) {
    const int first = lower[i], last = static_cast<int>(sizes[i + 1]) - 1 + upper[i];
    if (last < first) return false;
    copy.at[i + 1] = first + static_cast<int>(below(random, last - first + 1));
    copy.offsets[i] = static_cast<unsigned short>(below(random, 3));
  }
  copy.at[dimensions - 1] = static_cast<int>(below(random, 3));
  std::printf("type=%s dims=%d swizzle=%d promotion=%d shift=%u shared=%u bytes=%u", type.name,
              dimensions, swizzle, promotion, shift, copy.shared_at, copy.bytes);
  const cuuint32_t box[] = {channels, pixels};
  print_list("sizes", dimensions, [&](int i) { return sizes[i]; });
  print_list("strides", dimensions - 1, [&](int i) { return strides[i]; });
  print_list("box", 2, [&](int i) { return box[i]; });
  print_list("elements", dimensions, [&](int i) { return apart[i]; });
  print_list("at", dimensions, [&](int i) { return copy.at[i]; });
  print_list("lower", corners, [&](int i) { return lower[i]; });
  print_list("upper", corners, [&](int i) { return upper[i]; });
  print_list("offsets", corners, [&](int i) { return copy.offsets[i]; });
  return true;
}

void random_bulk(Random& random, unsigned char* array, Copy& copy) {
  copy.bytes = 16 * (1 + below(random, below(random, 2) == 0 ? 16 : 1024));
  copy.shared_at = 16 * below(random, 64);
  const unsigned shift = 16 * below(random, 64);
  copy.global = array + shift;
  std::printf("bytes=%u shift=%u shared=%u", copy.bytes, shift, copy.shared_at);
}

Lanes random_lanes(Random& random, unsigned width) {
  Lanes lanes;
  const unsigned kind = below(random, 4);
  const unsigned stride = width * (1 + below(random, 40));
  const unsigned on = below(random, 3) == 0 ? random() : 0xffffffffu;
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned at = kind == 0   ? width * i
                        : kind == 1 ? stride * i
                        : kind == 2 ? width * below(random, 1024)
                                    : width * below(random, 24);
    lanes.at[i] = on >> i & 1 ? at % 32768 : kOff;
  }
  std::printf("width=%u at=", width);
  for (unsigned i = 0; i < 32; ++i)
    std::printf("%s%d", i ? "," : "", static_cast<int>(lanes.at[i]));
  return lanes;
}

template <class Kernel, class Argument>
void launch(Kernel* kernel, unsigned blocks, unsigned threads, const Argument& argument) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes),
        "shared memory");
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), "cluster");
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = kSharedBytes;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  check(cudaLaunchKernelEx(&config, kernel, argument), "launch");
  check(cudaDeviceSynchronize(), "run");
  std::printf("\n");
}

void one(Random& random, unsigned char* array, int wanted) {
  Copy copy;
  std::memset(&copy, 0, sizeof copy);
  switch (const unsigned kind = wanted >= 0 ? wanted : below(random, 12)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: {
      const bool is_multicast = kind == 4;
      const int dimensions = is_multicast ? 2 : 1 + static_cast<int>(below(random, 5));
      const bool is_sum = kind == 3;
      static const char* const kNames[] = {"tensor_load", "tensor_load", "tensor_store",
                                           "tensor_add", "tensor_multicast"};
      std::printf("%s ", kNames[kind]);
      while (!random_box(random, array, dimensions, kind < 2 || is_multicast, is_sum, copy)) {
      }
      if (kind < 2) launch(tensor_load, 1, 1, copy);
      if (kind == 2) launch(tensor_store, 1, 1, copy);
      if (kind == 3) launch(tensor_add, 1, 1, copy);
      if (is_multicast) {
        const unsigned blocks = 2u << below(random, 3);
        copy.blocks = static_cast<unsigned short>(1 + below(random, (1u << blocks) - 1));
        std::printf(" blocks=%u mask=%u", blocks, copy.blocks);
        launch(tensor_multicast, blocks, 1, copy);
      }
      return;
    }
    case 5:
      std::printf("bulk_load ");
      random_bulk(random, array, copy);
      return launch(bulk_load, 1, 1, copy);
    case 6:
      std::printf("bulk_store ");
      random_bulk(random, array, copy);
      return launch(bulk_store, 1, 1, copy);
    case 7:
      std::printf("bulk_add ");
      random_bulk(random, array, copy);
      return launch(bulk_add, 1, 1, copy);
    case 8:
      std::printf("bulk_to_block ");
      random_bulk(random, array, copy);
      return launch(bulk_to_block, 2, 1, copy);
    case 12: {
      std::printf("tensor_load ");
      const int dimensions = 1 + static_cast<int>(below(random, 5));
      while (!random_box(random, array, dimensions, true, false, copy, true)) {
      }
      return launch(tensor_load, 1, 1, copy);
    }
    case 13: {
      std::printf("tensor_load_im2col ");
      const int dimensions = 3 + static_cast<int>(below(random, 3));
      while (!random_pixels(random, array, dimensions, copy)) {
      }
      return launch(tensor_load_im2col, 1, 1, copy);
    }
    default: {
      switch (below(random, 5)) {
        case 0:
          std::printf("distributed_load4 ");
          return launch(distributed_load4, 2, 32, random_lanes(random, 4));
        case 1:
          std::printf("distributed_load16 ");
          return launch(distributed_load16, 2, 32, random_lanes(random, 16));
        case 2:
          std::printf("distributed_store4 ");
          return launch(distributed_store4, 2, 32, random_lanes(random, 4));
        case 3:
          std::printf("distributed_store16 ");
          return launch(distributed_store16, 2, 32, random_lanes(random, 16));
        default:
          std::printf("distributed_add ");
          return launch(distributed_add, 2, 32, random_lanes(random, 4));
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  Random random(argc > 2 ? std::atoi(argv[2]) : 1);
  unsigned char* const array = device_array<unsigned char>(kArrayBytes);
  const int wanted = argc > 3 ? std::atoi(argv[3]) : -1;
  for (int i = 0; i < count; ++i) one(random, array, wanted);
}
