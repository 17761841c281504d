// What a GPU's texture units give, texel by texel: cases of types, sizes, address modes and
// filters, each on 4,096 coordinates, as rows of tests/data/h200-texture-filter.tsv.
//
//   nvcc -O2 -o texture_filter tests/probes/texture_filter.cu && ./texture_filter 1 > rows.tsv
//   WARPLENS_TEXTURE_ROWS=rows.tsv kernels_machine_operations_test --gtest_filter='TextureFilter.*'
//
//   ./texture_filter 64            every 64th coordinate of each case
//   ./texture_filter 1 unmodelled  cases that texture_filter.h does not model
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kPoints = 4096;

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

struct Case {
  const char* type;  // f32, f16, u8, i8, u16, i16
  int dimensions;
  int sizes[3];
  bool linear;
  cudaTextureAddressMode address;
  bool normalized;
  float from, to;  // of coordinates, in texels
  // 0: random, 1: 0 and 1 (integers: 0 and the largest) by turns, 2: wide exponents; from 10 on: 1
  // at texel `texels - 10` alone, which makes the result its weight, the same coordinates for all
  // of them.
  int texels;
  // False: texture_filter.h gives something else (docs/PTX.md).
  bool is_modelled = true;
};

template <int Dimensions>
__global__ void read(cudaTextureObject_t texture, const float* at, std::uint32_t* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = at[3 * i], y = at[3 * i + 1], z = at[3 * i + 2];
  float f = 0;
  if constexpr (Dimensions == 1) f = tex1D<float>(texture, x);
  if constexpr (Dimensions == 2) f = tex2D<float>(texture, x, y);
  if constexpr (Dimensions == 3) f = tex3D<float>(texture, x, y, z);
  out[i] = __float_as_uint(f);
}

std::size_t bytes_of(const Case& c) {
  return c.type[1] == '8' ? 1 : std::strcmp(c.type, "f32") == 0 ? 4 : 2;
}

cudaChannelFormatDesc format_of(const Case& c) {
  const int bits = static_cast<int>(8 * bytes_of(c));
  const auto kind = c.type[0] == 'f'   ? cudaChannelFormatKindFloat
                    : c.type[0] == 'u' ? cudaChannelFormatKindUnsigned
                                       : cudaChannelFormatKindSigned;
  return {bits, 0, 0, 0, kind};
}

std::vector<unsigned char> texels_of(const Case& c, std::mt19937& random) {
  const std::size_t count = static_cast<std::size_t>(c.sizes[0]) * c.sizes[1] * c.sizes[2];
  std::vector<unsigned char> bytes(count * bytes_of(c));
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t bits = random();
    if (c.type[0] == 'f') {
      float value = static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1p-31f;
      if (c.texels == 1) value = static_cast<float>(i % 2);
      if (c.texels >= 10) value = static_cast<float>(i == static_cast<std::size_t>(c.texels - 10));
      if (c.texels == 2) value = std::ldexp(value, static_cast<int>(random() % 40) - 20);
      std::memcpy(&bits, &value, 4);
      if (bytes_of(c) == 2) bits = __half_as_ushort(__float2half(value));
    } else if (c.texels == 1) {
      bits = i % 2 == 0 ? 0 : c.type[0] == 'u' ? 0xffffffff : 0x7f7f7f7f;
      if (c.type[0] == 'i' && bytes_of(c) == 2 && i % 2 != 0) bits = 0x7fff;
    }
    std::memcpy(bytes.data() + i * bytes_of(c), &bits, bytes_of(c));
  }
  return bytes;
}

cudaArray_t array_of(const Case& c, std::vector<unsigned char>& texels) {
  cudaArray_t array = nullptr;
  const auto format = format_of(c);
  const cudaExtent all = make_cudaExtent(c.sizes[0], c.dimensions > 1 ? c.sizes[1] : 0,
                                         c.dimensions > 2 ? c.sizes[2] : 0);
  check(cudaMalloc3DArray(&array, &format, all), "cudaMalloc3DArray");
  cudaMemcpy3DParms copy{};
  copy.srcPtr =
      make_cudaPitchedPtr(texels.data(), c.sizes[0] * bytes_of(c), c.sizes[0], c.sizes[1]);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(c.sizes[0], c.sizes[1], c.sizes[2]);
  copy.kind = cudaMemcpyHostToDevice;
  check(cudaMemcpy3D(&copy), "cudaMemcpy3D");
  return array;
}

cudaTextureObject_t object_of(const Case& c, cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  for (auto& mode : description.addressMode) mode = c.address;
  description.filterMode = c.linear ? cudaFilterModeLinear : cudaFilterModePoint;
  description.readMode = c.type[0] == 'f' ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  description.normalizedCoords = c.normalized ? 1 : 0;
  cudaTextureObject_t object = 0;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr),
        "cudaCreateTextureObject");
  return object;
}

std::vector<float> coordinates_of(const Case& c, std::mt19937& random) {
  std::vector<float> at(3 * kPoints);
  for (int i = 0; i < kPoints; ++i) {
    for (int d = 0; d < 3; ++d) {
      // A half in steps of 1/1024, which has the middles of the weights' steps; a half anywhere.
      const double span = static_cast<double>(c.to) - c.from;
      double texel = c.from + span * (random() * 0x1p-32);
      if (i % 2 == 0) texel = c.from + std::floor(span * 1024 * (random() * 0x1p-32)) / 1024;
      at[3 * i + d] = static_cast<float>(c.normalized ? texel / c.sizes[d] : texel);
    }
  }
  return at;
}

void print(const Case& c, const std::vector<unsigned char>& texels, const std::vector<float>& at,
           const std::vector<std::uint32_t>& out, int step) {
  constexpr const char* kAddresses[] = {"wrap", "clamp", "mirror", "border"};
  std::printf("texture\t%s\t%d", c.type, c.sizes[0]);
  for (int d = 1; d < c.dimensions; ++d) std::printf(",%d", c.sizes[d]);
  std::printf("\t%s\t%s\t%d\t", c.linear ? "linear" : "point", kAddresses[c.address],
              c.normalized ? 1 : 0);
  for (std::size_t i = 0; i < texels.size(); i += bytes_of(c)) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, texels.data() + i, bytes_of(c));
    std::printf("%s%0*x", i == 0 ? "" : " ", static_cast<int>(2 * bytes_of(c)), bits);
  }
  std::printf("\n");
  for (int i = 0; i < kPoints; i += step) {
    for (int d = 0; d < c.dimensions; ++d) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &at[3 * i + d], sizeof bits);
      std::printf("%s%08x", d == 0 ? "" : " ", bits);
    }
    std::printf("\t%08x\n", out[i]);
  }
}

void run(const Case& c, int number, int step) {
  std::mt19937 random(c.texels >= 10 ? 1000u : static_cast<unsigned>(number) + 1);
  auto texels = texels_of(c, random);
  const auto at = coordinates_of(c, random);
  const cudaTextureObject_t texture = object_of(c, array_of(c, texels));
  float* device_at = nullptr;
  std::uint32_t* device_out = nullptr;
  std::vector<std::uint32_t> out(kPoints);
  check(cudaMalloc(&device_at, at.size() * 4), "cudaMalloc");
  check(cudaMalloc(&device_out, out.size() * 4), "cudaMalloc");
  check(cudaMemcpy(device_at, at.data(), at.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  if (c.dimensions == 1) read<1><<<kPoints / 128, 128>>>(texture, device_at, device_out);
  if (c.dimensions == 2) read<2><<<kPoints / 128, 128>>>(texture, device_at, device_out);
  if (c.dimensions == 3) read<3><<<kPoints / 128, 128>>>(texture, device_at, device_out);
  check(cudaMemcpy(out.data(), device_out, out.size() * 4, cudaMemcpyDeviceToHost), "read");
  print(c, texels, at, out, step);
}

}  // namespace

int main(int count, char** arguments) {
  const int step = count < 2 ? 0 : std::atoi(arguments[1]);
  const bool is_modelled = count < 3 || std::strcmp(arguments[2], "unmodelled") != 0;
  if (step < 1) return std::fprintf(stderr, "usage: texture_filter STEP [unmodelled]\n"), 1;
  constexpr auto kWrap = cudaAddressModeWrap, kClamp = cudaAddressModeClamp,
                 kMirror = cudaAddressModeMirror, kBorder = cudaAddressModeBorder;
  const Case cases[] = {
      {"f32", 1, {2, 1, 1}, true, kClamp, false, 0.4f, 1.6f, 1},
      {"f32", 1, {8, 1, 1}, true, kClamp, false, -1, 9, 0},
      {"f32", 1, {8, 1, 1}, true, kClamp, false, -1, 9, 2},
      {"f16", 1, {8, 1, 1}, true, kClamp, false, -1, 9, 0},
      {"u8", 1, {2, 1, 1}, true, kClamp, false, 0.4f, 1.6f, 1},
      {"u8", 1, {16, 1, 1}, true, kClamp, false, -1, 17, 0},
      {"i8", 1, {16, 1, 1}, true, kClamp, false, -1, 17, 0, false},
      {"u16", 1, {16, 1, 1}, true, kClamp, false, -1, 17, 0},
      {"i16", 1, {16, 1, 1}, true, kClamp, false, -1, 17, 0},
      {"u8", 1, {16, 1, 1}, false, kClamp, false, -1, 17, 0},
      {"i8", 1, {16, 1, 1}, false, kClamp, false, -1, 17, 0},
      {"u16", 1, {16, 1, 1}, false, kClamp, false, -1, 17, 0},
      {"i16", 1, {16, 1, 1}, false, kClamp, false, -1, 17, 0},
      {"f32", 2, {2, 2, 1}, true, kClamp, false, 0.4f, 1.6f, 1},
      {"f32", 2, {13, 7, 1}, true, kClamp, false, -1, 14, 0},
      {"f32", 2, {13, 7, 1}, true, kClamp, false, -1, 14, 2},
      {"u8", 2, {13, 7, 1}, true, kClamp, false, -1, 14, 0},
      {"f16", 2, {13, 7, 1}, true, kClamp, false, -1, 14, 0},
      {"u16", 2, {13, 7, 1}, true, kClamp, false, -1, 14, 0},
      {"f32", 3, {5, 6, 7}, true, kClamp, false, -1, 8, 0},
      {"u8", 3, {5, 6, 7}, true, kClamp, false, -1, 8, 0},
      {"f32", 1, {7, 1, 1}, true, kWrap, true, -15, 22, 0},
      {"f32", 1, {7, 1, 1}, true, kMirror, true, -15, 22, 0},
      {"f32", 1, {7, 1, 1}, true, kBorder, true, -3, 10, 0, false},
      {"f32", 1, {7, 1, 1}, true, kClamp, true, -3, 10, 0},
      {"f32", 2, {13, 7, 1}, true, kWrap, true, -15, 22, 0},
      {"f32", 2, {13, 7, 1}, true, kBorder, false, -3, 16, 0},
      {"f32", 1, {7, 1, 1}, false, kWrap, true, -15, 22, 0},
      {"f32", 1, {7, 1, 1}, false, kMirror, true, -15, 22, 0},
      {"f32", 1, {7, 1, 1}, false, kBorder, true, -3, 10, 0},
      {"f32", 1, {7, 1, 1}, false, kClamp, true, -3, 10, 0},
      {"f32", 1, {1000, 1, 1}, false, kClamp, true, -3, 1003, 0},
      {"f32", 1, {1000, 1, 1}, true, kClamp, true, -3, 1003, 0},
      {"f32", 1, {1000, 1, 1}, true, kClamp, false, -3, 1003, 0},
      {"f32", 2, {37, 19, 1}, false, kWrap, true, -40, 70, 0},
      {"i8", 1, {2000, 1, 1}, true, kClamp, false, -1, 2001, 0, false},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 10},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 11},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 12},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 13},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 14},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 15},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 16},
      {"f32", 3, {2, 2, 2}, true, kClamp, false, 0.4f, 1.6f, 17},
  };
  int number = 0;
  for (const Case& c : cases) {
    if (c.is_modelled == is_modelled) run(c, number, step);
    ++number;
  }
}
