// Whether hardware takes the metadata of sparse factors and lays out wmma's fragments as the
// machine has it (kernels/machine/operations/sparsity.h, matrix_fragment.h): mma.sp on f16, tf32,
// s8 and s4 with every selector, wgmma.mma_async.sp on f16 and s8, and what wmma.load leaves in
// which register of which lane. PTX says the first in figures and leaves the last open.
//
//   nvcc -std=c++17 -O3 -gencode=arch=compute_90a,code=sm_90a -o matrix_forms
//     tests/probes/matrix_forms.cu && ./matrix_forms
//
// It prints a line a form: how many sums or elements are right, all of them on an H200 (2026-11-29).
// Products are of small whole
// numbers.
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

namespace {

using Words = std::vector<unsigned>;

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }

enum class Form { f16_k16, f16_k32, tf32_k8, tf32_k16, s8_k32, s8_k64, s4_k64, s4_k128 };
struct Shape {
  const char* name;
  unsigned k, bits, selectors;
};
constexpr Shape kShapes[] = {
    {"mma.sp m16n8k16 f16", 16, 16, 4}, {"mma.sp m16n8k32 f16", 32, 16, 2},
    {"mma.sp m16n8k8 tf32", 8, 32, 4},  {"mma.sp m16n8k16 tf32", 16, 32, 2},
    {"mma.sp m16n8k32 s8", 32, 8, 2},   {"mma.sp m16n8k64 s8", 64, 8, 1},
    {"mma.sp m16n8k64 s4", 64, 4, 2},   {"mma.sp m16n8k128 s4", 128, 4, 1}};

// A lane's words: a0 to a3, b0 to b3, metadata.
constexpr unsigned kOwn = 9;

#define SPARSE(text, kind, a, b, selector)                                                    \
  if constexpr (kSelector == selector)                                                        \
  asm volatile("mma.sp::ordered_metadata.sync.aligned." text " {%0,%1,%2,%3}, " a ", " b      \
               ", {%0,%1,%2,%3}, %12, " #selector ";"                                         \
               : "+" kind(d[0]), "+" kind(d[1]), "+" kind(d[2]), "+" kind(d[3])               \
               : "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3]), "r"(w[4]), "r"(w[5]), "r"(w[6]), \
                 "r"(w[7]), "r"(w[8]))
#define SHORT(text, kind, selector) SPARSE(text, kind, "{%4,%5}", "{%8,%9}", selector)
#define LONG(text, kind, selector) SPARSE(text, kind, "{%4,%5,%6,%7}", "{%8,%9,%10,%11}", selector)

template <Form kForm, unsigned kSelector>
__global__ void multiply_sparse(const unsigned* in, float* out) {
  const unsigned* w = in + threadIdx.x * kOwn;
  if constexpr (kForm == Form::s8_k32 || kForm == Form::s8_k64 || kForm == Form::s4_k64 ||
                kForm == Form::s4_k128) {
    int d[4] = {};
    if constexpr (kForm == Form::s8_k32) {
      SHORT("m16n8k32.row.col.s32.s8.s8.s32", "r", 0);
      SHORT("m16n8k32.row.col.s32.s8.s8.s32", "r", 1);
    } else if constexpr (kForm == Form::s8_k64) {
      LONG("m16n8k64.row.col.s32.s8.s8.s32", "r", 0);
    } else if constexpr (kForm == Form::s4_k64) {
      SHORT("m16n8k64.row.col.s32.s4.s4.s32", "r", 0);
      SHORT("m16n8k64.row.col.s32.s4.s4.s32", "r", 1);
    } else {
      LONG("m16n8k128.row.col.s32.s4.s4.s32", "r", 0);
    }
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = static_cast<float>(d[i]);
  } else {
    float d[4] = {};
    if constexpr (kForm == Form::f16_k16) {
      SHORT("m16n8k16.row.col.f32.f16.f16.f32", "f", 0);
      SHORT("m16n8k16.row.col.f32.f16.f16.f32", "f", 1);
      SHORT("m16n8k16.row.col.f32.f16.f16.f32", "f", 2);
      SHORT("m16n8k16.row.col.f32.f16.f16.f32", "f", 3);
    } else if constexpr (kForm == Form::f16_k32) {
      LONG("m16n8k32.row.col.f32.f16.f16.f32", "f", 0);
      LONG("m16n8k32.row.col.f32.f16.f16.f32", "f", 1);
    } else if constexpr (kForm == Form::tf32_k8) {
      SHORT("m16n8k8.row.col.f32.tf32.tf32.f32", "f", 0);
      SHORT("m16n8k8.row.col.f32.tf32.tf32.f32", "f", 1);
      SHORT("m16n8k8.row.col.f32.tf32.tf32.f32", "f", 2);
      SHORT("m16n8k8.row.col.f32.tf32.tf32.f32", "f", 3);
    } else {
      LONG("m16n8k16.row.col.f32.tf32.tf32.f32", "f", 0);
      LONG("m16n8k16.row.col.f32.tf32.tf32.f32", "f", 1);
    }
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
  }
}

unsigned next_number(unsigned& seed) { return (seed = seed * 1664525u + 1013904223u) >> 16; }

unsigned encoded(unsigned bits, int value) {
  if (bits == 16) return __half_as_ushort(__float2half(static_cast<float>(value)));
  if (bits != 32) return static_cast<unsigned>(value) & ((1u << bits) - 1);
  const float single = static_cast<float>(value);
  unsigned word;
  std::memcpy(&word, &single, sizeof word);
  return word;
}

// A with its zeros, what of it is stored, and the four bits of each chunk.
struct Sparse {
  std::vector<std::vector<int>> whole, stored;
  std::vector<Words> chunks;
};
Sparse sparse_rows(unsigned rows, unsigned k, unsigned bits) {
  constexpr unsigned kPairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  Sparse all{std::vector<std::vector<int>>(rows, std::vector<int>(k)), {}, {}};
  unsigned seed = 3;
  for (unsigned row = 0; row < rows; ++row) {
    std::vector<int> stored;
    Words chunks;
    const unsigned chunk = bits == 32 ? 2 : bits == 4 ? 8 : 4;
    for (unsigned begin = 0; begin < k; begin += chunk) {
      const unsigned* pair = kPairs[next_number(seed) % 6];
      const auto put = [&](unsigned place) {
        stored.push_back(all.whole[row][begin + place] =
                             1 + static_cast<int>(next_number(seed) % 3));
      };
      if (bits == 32) {
        const unsigned which = next_number(seed) % 2;
        put(which);
        chunks.push_back(which == 0 ? 0b0100 : 0b1110);
        continue;
      }
      for (unsigned i = 0; i < 2; ++i) {
        if (bits == 4) put(2 * pair[i]);
        put(bits == 4 ? 2 * pair[i] + 1 : pair[i]);
      }
      chunks.push_back(pair[0] | pair[1] << 2);
    }
    all.stored.push_back(stored);
    all.chunks.push_back(chunks);
  }
  return all;
}

unsigned metadata(const Sparse& a, unsigned bits, unsigned lane, unsigned first_row,
                  unsigned selector) {
  const unsigned row = first_row + lane / 4, member = lane % 4;
  const auto some = [&](unsigned of, unsigned first, unsigned count) {
    unsigned word = 0;
    for (unsigned i = 0; i < count; ++i) word |= a.chunks[of][first + i] << (4 * i);
    return word;
  };
  const auto all = static_cast<unsigned>(a.chunks[0].size());
  const unsigned lanes = bits >= 16 ? all / 4 : all / 8 * 2;
  if (member / lanes != selector) return 0;
  if (bits >= 16) {
    return some(row, member % lanes * 4, 4) | some(row + 8, member % lanes * 4, 4) << 16;
  }
  return some(row + member % 2 * 8, member % lanes / 2 * 8, 8);
}

template <Form kForm, unsigned kSelector>
void try_sparse() {
  const Shape& shape = kShapes[static_cast<int>(kForm)];
  const Sparse a = sparse_rows(16, shape.k, shape.bits);
  std::vector<std::vector<int>> b(shape.k, std::vector<int>(8));
  unsigned seed = 9;
  for (auto& row : b)
    for (int& value : row) value = static_cast<int>(next_number(seed) % 7) - 3;
  const unsigned each = 32 / shape.bits, steps = shape.k / 2 / (4 * each);
  Words in(32 * kOwn);
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned g = lane / 4, m = lane % 4;
    unsigned* own = &in[lane * kOwn];
    for (unsigned r = 0; r < 2 * steps; ++r) {
      for (unsigned i = 0; i < each; ++i) {
        const unsigned along = m * each + i;
        own[r] |= encoded(shape.bits, a.stored[g + r % 2 * 8][r / 2 * 4 * each + along])
                  << (shape.bits * i % 32);
        own[4 + r] |= encoded(shape.bits, b[r * 4 * each + along][g]) << (shape.bits * i % 32);
      }
    }
    own[8] = metadata(a, shape.bits, lane, 0, kSelector);
  }
  unsigned* device_in;
  float* device_out;
  float out[128];
  CHECK(cudaMalloc(&device_in, in.size() * 4));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, in.data(), in.size() * 4, cudaMemcpyHostToDevice));
  multiply_sparse<kForm, kSelector><<<1, 32>>>(device_in, device_out);
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  int right = 0;
  for (unsigned i = 0; i < 128; ++i) {
    const unsigned row = i / 16 + i % 4 / 2 * 8, column = i / 4 % 4 * 2 + i % 2;
    int sum = 0;
    for (unsigned k = 0; k < shape.k; ++k) sum += a.whole[row][k] * b[k][column];
    right += out[i] == static_cast<float>(sum);
  }
  std::printf("%s selector %u: %d of 128 sums\n", shape.name, kSelector, right);
}

// wmma.load.a and .b of f16: register r of a lane says which two elements it holds.
template <int kA, int kRow>
__global__ void load_fragment(const __half* in, unsigned* out) {
  unsigned r[8];
#define LOAD(which, layout)                                                              \
  asm volatile("wmma.load." which ".sync.aligned." layout                                \
               ".m16n16k16.global.f16 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8], 16;"              \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), \
                 "=r"(r[6]), "=r"(r[7])                                                  \
               : "l"(in))
  if constexpr (kA && kRow) LOAD("a", "row");
  if constexpr (kA && !kRow) LOAD("a", "col");
  if constexpr (!kA && kRow) LOAD("b", "row");
  if constexpr (!kA && !kRow) LOAD("b", "col");
  for (int i = 0; i < 8; ++i) out[threadIdx.x * 8 + i] = r[i];
}

template <int kA, int kRow>
void try_fragment() {
  std::vector<__half> in;
  for (int i = 0; i < 256; ++i) in.push_back(__float2half(static_cast<float>(i)));
  __half* device_in;
  unsigned *device_out, out[256];
  CHECK(cudaMalloc(&device_in, 512));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, in.data(), 512, cudaMemcpyHostToDevice));
  load_fragment<kA, kRow><<<1, 32>>>(device_in, device_out);
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  int right = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned r = i / 2 % 4, along = lane % 4 * 2 + i % 2;
      const unsigned row = kA ? lane / 4 + r % 2 * 8 : along + r % 2 * 8;
      const unsigned column = kA ? along + r / 2 * 8 : lane / 4 + r / 2 * 8;
      const unsigned want = kRow ? row * 16 + column : column * 16 + row;
      const auto bits = static_cast<unsigned short>(out[lane * 8 + i / 2] >> (16 * (i % 2)));
      right += __half2float(__ushort_as_half(bits)) == static_cast<float>(want);
    }
  }
  std::printf("wmma.load.%s.%s m16n16k16 f16: %d of 512 elements\n", kA ? "a" : "b",
              kRow ? "row" : "col", right);
}

// wgmma.mma_async.sp on K-major tiles without a swizzle: 8 rows of 16 bytes, then the next chunk.
constexpr unsigned kTileB = 4096, kTileBytes = 8192;
template <bool kHalves>
__global__ void multiply_warpgroup(const unsigned* in, const unsigned* indices, float* out) {
  __shared__ __align__(128) unsigned tile[kTileBytes / 4];
  for (unsigned i = threadIdx.x; i < kTileBytes / 4; i += 128) tile[i] = in[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  const auto begin = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  const auto descriptor = [](unsigned at, unsigned chunks) {
    return static_cast<unsigned long long>(at >> 4) | 8ull << 16 |
           static_cast<unsigned long long>(8 * chunks) << 32;
  };
  const unsigned long long a = descriptor(begin, 2), b = descriptor(begin + kTileB, 4);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  if constexpr (kHalves) {
    float d[4] = {};
    asm volatile(
        "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, %6, 1, 1, 1, "
        "1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "l"(a), "l"(b), "r"(indices[threadIdx.x]));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])::"memory");
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
  } else {
    int d[4] = {};
    asm volatile(
        "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8 {%0,%1,%2,%3}, %4, %5, %6, 0, 1;"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "l"(a), "l"(b), "r"(indices[threadIdx.x]));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])::"memory");
    for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = static_cast<float>(d[i]);
  }
}

template <bool kHalves>
void try_warpgroup() {
  constexpr unsigned kBits = kHalves ? 16 : 8, kBytes = kBits / 8, kDepth = kHalves ? 32 : 64;
  const Sparse a = sparse_rows(64, kDepth, kBits);
  std::vector<unsigned char> tile(kTileBytes);
  const auto put = [&](unsigned begin, unsigned chunks, unsigned row, unsigned k, int value) {
    const unsigned word = encoded(kBits, value), byte = k * kBytes;
    std::memcpy(&tile[begin + row / 8 * 128 * chunks + byte / 16 * 128 + row % 8 * 16 + byte % 16],
                &word, kBytes);
  };
  int b[64][8];
  unsigned seed = 5;
  for (unsigned k = 0; k < kDepth; ++k) {
    for (unsigned column = 0; column < 8; ++column) {
      b[k][column] = static_cast<int>(next_number(seed) % 7) - 3;
      put(kTileB, 4, column, k, b[k][column]);
    }
  }
  for (unsigned row = 0; row < 64; ++row)
    for (unsigned i = 0; i < kDepth / 2; ++i) put(0, 2, row, i, a.stored[row][i]);
  Words indices;
  for (unsigned thread = 0; thread < 128; ++thread) {
    indices.push_back(metadata(a, kBits, thread % 32, thread / 32 * 16, kHalves ? 1 : 0));
  }
  unsigned *device_in, *device_indices;
  float *device_out, out[512];
  CHECK(cudaMalloc(&device_in, kTileBytes));
  CHECK(cudaMalloc(&device_indices, 512));
  CHECK(cudaMalloc(&device_out, sizeof out));
  CHECK(cudaMemcpy(device_in, tile.data(), kTileBytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_indices, indices.data(), 512, cudaMemcpyHostToDevice));
  multiply_warpgroup<kHalves><<<1, 128>>>(device_in, device_indices, device_out);
  CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
  int right = 0;
  for (unsigned i = 0; i < 512; ++i) {
    const unsigned thread = i / 4, lane = thread % 32;
    const unsigned row = thread / 32 * 16 + lane / 4 + i % 4 / 2 * 8, column = lane % 4 * 2 + i % 2;
    int sum = 0;
    for (unsigned k = 0; k < kDepth; ++k) sum += a.whole[row][k] * b[k][column];
    right += out[i] == static_cast<float>(sum);
  }
  std::printf("wgmma.sp m64n8k%u %s: %d of 512 sums\n", kDepth, kHalves ? "f16 selector 1" : "s8",
              right);
}

}  // namespace

int main() {
  try_sparse<Form::f16_k16, 0>();
  try_sparse<Form::f16_k16, 1>();
  try_sparse<Form::f16_k16, 2>();
  try_sparse<Form::f16_k16, 3>();
  try_sparse<Form::f16_k32, 0>();
  try_sparse<Form::f16_k32, 1>();
  try_sparse<Form::tf32_k8, 0>();
  try_sparse<Form::tf32_k8, 3>();
  try_sparse<Form::tf32_k16, 0>();
  try_sparse<Form::tf32_k16, 1>();
  try_sparse<Form::s8_k32, 0>();
  try_sparse<Form::s8_k32, 1>();
  try_sparse<Form::s8_k64, 0>();
  try_sparse<Form::s4_k64, 0>();
  try_sparse<Form::s4_k64, 1>();
  try_sparse<Form::s4_k128, 0>();
  try_fragment<1, 1>();
  try_fragment<1, 0>();
  try_fragment<0, 1>();
  try_fragment<0, 0>();
  try_warpgroup<true>();
  try_warpgroup<false>();
}
