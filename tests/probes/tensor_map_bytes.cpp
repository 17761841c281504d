// The 128 bytes that the CUDA driver makes of tensor maps, and which maps it refuses, as rows of
// tests/data/h200-tensor-maps.tsv: each field by itself, then maps of random fields. Nothing is
// launched, but the driver asks for a GPU of compute capability 9.0.
//
//   g++ -std=c++17 -O2 -I/usr/local/cuda/include -o tensor_map_bytes
//     tests/probes/tensor_map_bytes.cpp -ldl && ./tensor_map_bytes
#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace {

struct Fields {
  bool is_im2col = false;
  int type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  cuuint32_t rank = 2;
  cuuint64_t address = 0x7f1234567000;
  cuuint64_t sizes[5] = {256, 128, 7, 5, 3};
  cuuint64_t strides[4] = {512, 65536, 65536 * 8, 65536 * 64};
  cuuint32_t box[5] = {64, 64, 1, 1, 1};
  cuuint32_t element_strides[5] = {1, 1, 1, 1, 1};
  int lower[3] = {0, 0, 0}, upper[3] = {0, 0, 0};
  cuuint32_t channels = 64, pixels = 64;
  int interleave = 0, swizzle = 0, l2_promotion = 0, fill = 0;
};

template <class Function>
Function driver(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  void* const found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr) std::printf("there is no %s\n", name), std::exit(1);
  return reinterpret_cast<Function>(found);
}

CUresult encode(const Fields& f, CUtensorMap& map) {
  static const auto tiled = driver<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled");
  static const auto im2col = driver<decltype(&cuTensorMapEncodeIm2col)>("cuTensorMapEncodeIm2col");
  const auto type = static_cast<CUtensorMapDataType>(f.type);
  void* const address = reinterpret_cast<void*>(f.address);
  const auto interleave = static_cast<CUtensorMapInterleave>(f.interleave);
  const auto swizzle = static_cast<CUtensorMapSwizzle>(f.swizzle);
  const auto l2 = static_cast<CUtensorMapL2promotion>(f.l2_promotion);
  const auto fill = static_cast<CUtensorMapFloatOOBfill>(f.fill);
  if (f.is_im2col)
    return im2col(&map, type, f.rank, address, f.sizes, f.strides, f.lower, f.upper, f.channels,
                  f.pixels, f.element_strides, interleave, swizzle, l2, fill);
  return tiled(&map, type, f.rank, address, f.sizes, f.strides, f.box, f.element_strides,
               interleave, swizzle, l2, fill);
}

template <class T>
std::string list(const T* values, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + std::to_string(values[i]);
  return text.empty() ? "-" : text;
}

std::string box_of(const Fields& f) {
  if (!f.is_im2col) return list(f.box, f.rank);
  return std::to_string(f.channels) + "," + std::to_string(f.pixels) + ":" +
         list(f.lower, f.rank - 2) + ":" + list(f.upper, f.rank - 2);
}

void print_words(const CUtensorMap& map) {
  for (int i = 10; i < 16; ++i)
    if (map.opaque[i] != 0) std::printf("word %d is not 0\n", i), std::exit(1);
  for (int i = 0; i < 10; ++i)
    std::printf("%s%llx", i == 0 ? "" : "_", static_cast<unsigned long long>(map.opaque[i]));
}

enum class Shown { taken, refused };

void row(const Fields& f, Shown shown = Shown::taken) {
  alignas(64) CUtensorMap map;
  std::memset(&map, 0xcd, sizeof map);
  const CUresult made = encode(f, map);
  if ((made == CUDA_SUCCESS) != (shown == Shown::taken)) return;
  std::printf("%s\t%d\t%llx\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t", f.is_im2col ? "im2col" : "tiled",
              f.type, static_cast<unsigned long long>(f.address), list(f.sizes, f.rank).c_str(),
              list(f.strides, f.rank - 1).c_str(), box_of(f).c_str(),
              list(f.element_strides, f.rank).c_str(), f.interleave, f.swizzle, f.l2_promotion,
              f.fill);
  made == CUDA_SUCCESS ? print_words(map) : static_cast<void>(std::printf("refused"));
  std::puts("");
}

Fields many_dimensions() {
  Fields f;
  f.rank = 5;
  return f;
}

void enumerations() {
  for (int type = 0; type < 16; ++type) {
    Fields f;
    f.type = type;
    f.box[0] = 16;
    row(f);
  }
  for (cuuint32_t rank = 1; rank <= 5; ++rank) {
    Fields f;
    f.rank = rank;
    row(f);
  }
  for (int interleave = 0; interleave < 3; ++interleave) {
    Fields f;
    f.rank = 3;
    f.interleave = interleave;
    f.box[0] = interleave == 1 ? 8 : 16;
    f.swizzle = interleave == 2 ? 1 : 0;
    row(f);
  }
  Fields f;
  for (f.swizzle = 0; f.swizzle < 8; ++f.swizzle) row(f);
  f.swizzle = 0;
  for (f.l2_promotion = 0; f.l2_promotion < 4; ++f.l2_promotion) row(f);
  f.l2_promotion = 0;
  for (f.fill = 0; f.fill < 2; ++f.fill) row(f);
}

void lengths() {
  for (int bit = 4; bit < 57; bit += 4) {
    Fields f;
    f.address = 1ull << bit;
    row(f);
  }
  for (int d = 0; d < 5; ++d) {
    for (const int bit : {0, 1, 8, 15, 16, 31, 32}) {
      Fields f = many_dimensions();
      for (auto& stride : f.strides) stride = 1ull << 39;
      f.sizes[d] = 1ull << bit;
      row(f);
    }
  }
  for (int d = 0; d < 4; ++d) {
    for (const int bit : {4, 5, 16, 31, 35, 36, 37, 39}) {
      Fields f = many_dimensions();
      f.sizes[0] = f.box[0] = 8;
      for (int k = 1; k < 5; ++k) f.sizes[k] = 1;
      for (auto& stride : f.strides) stride = 1ull << 39;
      f.strides[d] = 1ull << bit;
      row(f);
    }
  }
}

void boxes() {
  for (int d = 0; d < 5; ++d) {
    for (const cuuint32_t size : {1, 2, 7, 8, 16, 128, 255, 256}) {
      Fields f = many_dimensions();
      f.box[1] = 1;
      f.box[0] = 8;
      f.box[d] = size;
      row(f);
    }
    for (cuuint32_t stride = 1; stride <= 9; ++stride) {
      Fields f = many_dimensions();
      f.box[1] = 8;
      f.element_strides[d] = stride;
      row(f);
    }
  }
}

void pixels(cuuint32_t rank) {
  Fields plain;
  plain.is_im2col = true;
  plain.rank = rank;
  for (int d = 0; d < 3; ++d) {
    for (const int offset : {-123, -18, -16, -15, -7, -1, 1, 3, 15, 16, 20, 27, 125}) {
      Fields f = plain;
      f.lower[d] = offset;
      if (d + 2 < static_cast<int>(rank)) row(f);
      f = plain;
      f.upper[d] = offset;
      if (d + 2 < static_cast<int>(rank)) row(f);
    }
  }
  for (const cuuint32_t channels : {8, 64, 256}) {
    Fields f = plain;
    f.channels = channels;
    row(f);
  }
  for (const cuuint32_t count : {1, 2, 127, 1023, 1024}) {
    Fields f = plain;
    f.pixels = count;
    row(f);
  }
  for (cuuint32_t d = 0; d < rank; ++d) {
    for (const cuuint32_t stride : {2, 8}) {
      Fields f = plain;
      f.element_strides[d] = stride;
      row(f);
    }
  }
}

class RandomFields {
 public:
  Fields next(int n) {
    constexpr int kElementBytes[16] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4, 1, 1, 1};
    Fields f;
    f.is_im2col = n % 3 == 2;
    f.type = static_cast<int>(from(0, 15));
    f.rank = static_cast<cuuint32_t>(f.is_im2col ? from(3, 5) : from(1, 5));
    const int bytes = kElementBytes[f.type];
    f.address = from(1, 1ull << 43) << 4;
    f.address <<= from(0, 1);
    for (auto& size : f.sizes) {
      const cuuint64_t bits = from(0, n % 2 != 0 ? 12 : 20);
      size = from(1, 1ull << bits);
    }
    cuuint64_t stride = (f.sizes[0] * bytes + 31) / 32 * 32;
    for (int d = 0; d < 4; ++d) {
      f.strides[d] = stride + 32 * from(0, 9);
      stride = f.strides[d] * f.sizes[d + 1];
      if (stride > 1ull << 39) stride = 32;
    }
    for (int d = 0; d < 5; ++d) {
      f.element_strides[d] = n % 5 == 0 && d != 0 ? from(1, 8) : 1;
      f.box[d] = from(1, d != 0 ? 16 : 256);
    }
    f.box[0] = from(1, 4) * 16 / bytes;
    f.swizzle = static_cast<int>(from(0, 6));
    f.interleave = from(0, 9) < 8 ? 0 : static_cast<int>(from(1, 2));
    f.l2_promotion = static_cast<int>(from(0, 3));
    f.fill = static_cast<int>(from(0, 1));
    f.channels = f.box[0];
    f.pixels = from(1, 256);
    choose_corners(f, n);
    return f;
  }

 private:
  cuuint64_t from(cuuint64_t low, cuuint64_t high) { return low + random_() % (high - low + 1); }

  void choose_corners(Fields& f, int n) {
    const int most = f.rank == 3 ? 32768 : f.rank == 4 ? 128 : 16;
    for (int d = 0; d < 3; ++d) {
      f.lower[d] = static_cast<int>(from(0, 2 * most - 1)) - most;
      f.upper[d] = static_cast<int>(from(0, 2 * most - 1)) - most;
    }
    for (int d = 0; d < 3 && n % 4 != 0; ++d) {
      f.lower[d] = -static_cast<int>(from(0, 3));
      f.upper[d] = -static_cast<int>(from(0, 3));
    }
  }

  std::mt19937_64 random_{7};
};

// Of those that are refused a few that no Hopper could take, and more of the others.
void random_maps() {
  RandomFields random;
  for (int n = 0; n < 750; ++n) {
    const Fields f = random.next(n);
    const bool is_of_later_gpus = f.type > 12 || f.swizzle > 3;
    if (n < (f.is_im2col ? 300 : 750)) row(f);
    if (n < (is_of_later_gpus ? 60 : 750)) row(f, Shown::refused);
  }
}

void make_context() {
  driver<decltype(&cuInit)>("cuInit")(0);
  CUcontext context = nullptr;
  driver<decltype(&cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain")(&context, 0);
  driver<decltype(&cuCtxSetCurrent)>("cuCtxSetCurrent")(context);
}

}  // namespace

int main() {
  make_context();
  enumerations();
  lengths();
  boxes();
  for (cuuint32_t rank = 3; rank <= 5; ++rank) pixels(rank);
  random_maps();
}
