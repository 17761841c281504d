// Whether hardware reads the tiles that a matrix descriptor of wgmma tells of as
// kernels/machine/block/matrix_descriptor.h has it: every swizzle, K- and MN-major, wider strides,
// starts further along k, patterns that begin anywhere, and A's fragments in registers. Where an
// element lies is written here once more, by rows instead of by the bits of an address.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o wgmma_descriptors
//     tests/probes/wgmma_descriptors.cu && ./wgmma_descriptors
//
// It prints what is wrong, and how many cases are right. Products are of small halves: exact.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr unsigned kImage = 96 * 1024,
                   kTileB = 40 * 1024;  // bytes of shared memory; where B begins
constexpr unsigned kRows = 64, kColumns = 64, kThreads = 128, kSums = kColumns / 2;

enum class Element { f16, tf32, e4m3 };
constexpr unsigned bytes_of(Element type) {
  return type == Element::f16 ? 2 : type == Element::tf32 ? 4 : 1;
}

// What is multiplied; A and B are MN-major in f16 alone.
template <Element kType, bool kAInRegisters, bool kATurned, bool kBTurned>
struct Form {
  static constexpr Element type = kType;
  static constexpr bool a_in_registers = kAInRegisters, a_turned = kATurned, b_turned = kBTurned;
};
template <Element kType>
struct Kind;
template <>
struct Kind<Element::f16> {
  static constexpr char text[] = "m64n64k16.f32.f16.f16";
};
template <>
struct Kind<Element::tf32> {
  static constexpr char text[] = "m64n64k8.f32.tf32.tf32";
};
template <>
struct Kind<Element::e4m3> {
  static constexpr char text[] = "m64n64k32.f32.e4m3.e4m3";
};
template <class F>
struct Turns {
  static constexpr char a = F::a_turned ? '1' : '0', b = F::b_turned ? '1' : '0';
  static constexpr bool are_said = F::type == Element::f16;
  static constexpr char text[] = {are_said ? ',' : ' ', are_said ? b : ' ', '\0'};
  static constexpr char both[] = {are_said ? ',' : ' ', are_said ? a : ' ', are_said ? ',' : ' ',
                                  are_said ? b : ' ', '\0'};
};

#define SUMS_OF(d)                                                                                \
  "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), \
      "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),    \
      "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]),  \
      "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]),  \
      "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
#define SUMS                                                                                    \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, " \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "

template <class F>
__global__ void multiply(const unsigned* image, const uint4* fragments, float* out,
                         unsigned long long a, unsigned long long b) {
  extern __shared__ __align__(1024) unsigned tiles[];
  for (unsigned i = threadIdx.x; i < kImage / 4; i += kThreads) tiles[i] = image[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(tiles)) >> 4;
  float d[kSums] = {};
  const uint4 rows = fragments[threadIdx.x];
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  if constexpr (F::a_in_registers) {
    asm volatile("wgmma.mma_async.sync.aligned.%37 " SUMS "{%32, %33, %34, %35}, %36, 1, 1, 1%38;"
                 : SUMS_OF(d)
                 : "r"(rows.x), "r"(rows.y), "r"(rows.z), "r"(rows.w), "l"(b + begin),
                   "C"(Kind<F::type>::text), "C"(Turns<F>::text));
  } else {
    asm volatile("wgmma.mma_async.sync.aligned.%34 " SUMS "%32, %33, 1, 1, 1%35;"
                 : SUMS_OF(d)
                 : "l"(a + begin), "l"(b + begin), "C"(Kind<F::type>::text), "C"(Turns<F>::both));
  }
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (unsigned i = 0; i < kSums; ++i) out[threadIdx.x * kSums + i] = d[i];
}

// Bytes, from the beginning of shared memory. The pattern's rows are `wide` times 16 bytes wide.
struct Layout {
  unsigned wide;
  bool is_mn_major;
  unsigned leading, stride, start, base;
};

constexpr unsigned kApart = 8 * 1024 - 256, kNear = 160;  // of layouts without a pattern
Layout k_major(unsigned wide, unsigned start, unsigned times = 1, unsigned base = 0) {
  if (wide == 1) return {1, false, kApart, kNear, start, 0};
  return {wide, false, 16, wide * 128 * times, start, base};
}
Layout mn_major(unsigned wide, unsigned start, unsigned times = 1, unsigned base = 0) {
  if (wide == 1) return {1, true, kApart, kNear, start, 0};
  return {wide, true, 2 * wide * 128 * times, wide * 128 * times, start, base};
}

// A chunk of 16 bytes in a pattern of eight rows.
unsigned in_pattern(const Layout& l, unsigned row, unsigned chunk) {
  return (row * l.wide + (l.wide == 1 ? 0 : chunk ^ row / (8 / l.wide))) * 16;
}

// Of the element of row `row` of A, or column of B, at `k`.
unsigned place_of(const Layout& l, unsigned row, unsigned k, unsigned bytes) {
  if (l.is_mn_major) {
    const unsigned chunk = row / 8, in_chunk = row % 8 * 2;
    const unsigned across = l.wide == 1 ? chunk * l.stride : chunk / l.wide * l.leading;
    const unsigned down = k / 8 * (l.wide == 1 ? l.leading : l.stride);
    return l.start + across + down + in_pattern(l, k % 8, chunk % l.wide) + in_chunk;
  }
  const unsigned chunk = k * bytes / 16, in_chunk = k * bytes % 16;
  if (l.wide == 1) {
    return l.start + row / 8 * l.stride + chunk * l.leading + in_pattern(l, row % 8, 0) + in_chunk;
  }
  // A start within the pattern's first row is one further along k.
  const unsigned skipped = l.base != 0 ? 0 : l.start % (128 * l.wide) / 16;
  return l.start - skipped * 16 + row / 8 * l.stride + in_pattern(l, row % 8, chunk + skipped) +
         in_chunk;
}

unsigned long long descriptor_of(const Layout& l) {
  const unsigned long long mode = l.wide == 8 ? 1 : l.wide == 4 ? 2 : l.wide == 2 ? 3 : 0;
  const auto field = [](unsigned value, int at) {
    return static_cast<unsigned long long>(value) << at;
  };
  return field(l.start / 16, 0) | field(l.leading / 16, 16) | field(l.stride / 16, 32) |
         field(l.base, 49) | mode << 62;
}

void put(unsigned char* at, double value, Element type) {
  if (type == Element::f16) {
    const __half half = __float2half(static_cast<float>(value));
    std::memcpy(at, &half, sizeof half);
  } else if (type == Element::tf32) {
    const auto single = static_cast<float>(value);
    std::memcpy(at, &single, sizeof single);
  } else {
    const __nv_fp8_e4m3 eighth(static_cast<float>(value));
    std::memcpy(at, &eighth, sizeof eighth);
  }
}

struct Matrix {
  Matrix(unsigned rows, unsigned depth, unsigned seed) : depth(depth), values(rows * depth) {
    for (double& value : values) {
      seed = seed * 1664525u + 1013904223u;
      value = (static_cast<int>(seed >> 16) % 9 - 4) * 0.5;
    }
  }
  double at(unsigned row, unsigned k) const { return values[row * depth + k]; }
  unsigned depth;
  std::vector<double> values;
};

int right = 0, wrong = 0;

template <class F>
void test(const char* what, const Layout& layout_a, const Layout& layout_b) {
  constexpr unsigned kBytes = bytes_of(F::type), kDepth = 32 / kBytes, kEach = 4 / kBytes;
  const Matrix a(kRows, kDepth, 1), b(kColumns, kDepth, 2);
  std::vector<unsigned char> image(kImage), fragments(kThreads * sizeof(uint4));
  for (unsigned k = 0; k < kDepth; ++k) {
    for (unsigned row = 0; row < kRows; ++row) {
      put(&image[place_of(layout_a, row, k, kBytes)], a.at(row, k), F::type);
      put(&image[place_of(layout_b, row, k, kBytes)], b.at(row, k), F::type);
    }
  }
  for (unsigned t = 0; t < kThreads; ++t) {
    for (unsigned i = 0; i < 4 * kEach; ++i) {
      const unsigned r = i / kEach, row = t / 32 * 16 + t % 32 / 4 + r % 2 * 8;
      const unsigned k = t % 4 * kEach + i % kEach + r / 2 * 4 * kEach;
      put(&fragments[(t * 4 + r) * 4 + i % kEach * kBytes], a.at(row, k), F::type);
    }
  }
  unsigned* tiles;
  uint4* rows;
  float* sums;
  std::vector<float> got(kThreads * kSums);
  cudaMalloc(&tiles, kImage), cudaMalloc(&rows, fragments.size());
  cudaMalloc(&sums, got.size() * sizeof(float));
  cudaMemcpy(tiles, image.data(), kImage, cudaMemcpyHostToDevice);
  cudaMemcpy(rows, fragments.data(), fragments.size(), cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(multiply<F>, cudaFuncAttributeMaxDynamicSharedMemorySize, kImage);
  multiply<F><<<1, kThreads, kImage>>>(tiles, rows, sums, descriptor_of(layout_a),
                                       descriptor_of(layout_b));
  const cudaError_t status =
      cudaMemcpy(got.data(), sums, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(tiles), cudaFree(rows), cudaFree(sums);
  unsigned different = status == cudaSuccess ? 0 : kRows * kColumns;
  for (unsigned t = 0; t < kThreads; ++t) {
    for (unsigned i = 0; i < kSums; ++i) {
      const unsigned row = t / 32 * 16 + t % 32 / 4 + i % 4 / 2 * 8;
      const unsigned column = i / 4 * 8 + t % 4 * 2 + i % 2;
      double sum = 0;
      for (unsigned k = 0; k < kDepth; ++k) sum += a.at(row, k) * b.at(column, k);
      different += got[t * kSums + i] != static_cast<float>(sum) ? 1 : 0;
    }
  }
  different == 0 ? ++right : ++wrong;
  if (different != 0) {
    std::printf("WRONG: %s, %u wide, start %u and %u, base %u and %u: %u elements (%s)\n", what,
                layout_b.wide, layout_a.start, layout_b.start, layout_a.base, layout_b.base,
                different, cudaGetErrorString(status));
  }
}

using Plain = Form<Element::f16, false, false, false>;
using TurnedB = Form<Element::f16, false, false, true>;
using TurnedA = Form<Element::f16, false, true, false>;
using TurnedBoth = Form<Element::f16, false, true, true>;

void test_every_swizzle() {
  for (const unsigned wide : {1u, 2u, 4u, 8u}) {
    const Layout a = k_major(wide, 0), b = k_major(wide, kTileB);
    const Layout turned_a = mn_major(wide, 0), turned_b = mn_major(wide, kTileB);
    test<Plain>("K-major", a, b);
    test<TurnedB>("B MN-major", a, turned_b);
    test<TurnedA>("A MN-major", turned_a, b);
    test<TurnedBoth>("both MN-major", turned_a, turned_b);
    test<Form<Element::f16, true, false, false>>("A in registers", a, b);
    test<Form<Element::f16, true, false, true>>("A in registers, B MN-major", a, turned_b);
    test<Form<Element::tf32, false, false, false>>("tf32", a, b);
    test<Form<Element::tf32, true, false, false>>("tf32, A in registers", a, b);
    test<Form<Element::e4m3, false, false, false>>("e4m3", a, b);
    test<Form<Element::e4m3, true, false, false>>("e4m3, A in registers", a, b);
  }
}

void test_strides_and_starts() {
  for (const unsigned wide : {2u, 4u, 8u}) {
    test<TurnedB>("strides twice", k_major(wide, 0, 2), mn_major(wide, kTileB, 2));
    test<TurnedA>("strides three times", mn_major(wide, 0, 3), k_major(wide, kTileB, 3));
    for (const unsigned base : {1u, 3u, 7u}) {
      test<Plain>("a pattern begins anywhere", k_major(wide, base * 128, 1, base),
                  k_major(wide, kTileB));
      test<TurnedB>("an MN-major pattern begins anywhere", k_major(wide, 0),
                    mn_major(wide, kTileB + base * 128, 1, base));
    }
  }
  for (const unsigned skip : {32u, 64u, 96u}) {
    test<Plain>("further along k", k_major(8, skip), k_major(8, kTileB + skip));
  }
  test<Plain>("further along k", k_major(4, 32), k_major(4, kTileB + 32));
}

}  // namespace

int main() {
  test_every_swizzle();
  test_strides_and_starts();
  std::printf("%d right, %d wrong\n", right, wrong);
  return wrong == 0 ? 0 : 1;
}
