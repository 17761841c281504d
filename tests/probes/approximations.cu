// The machine's approximate functions against the hardware's: all 2^32 inputs of the functions of a
// float and of a double's upper word, all 2^16 of a half, and 2^32 random pairs of quotients.
//
//   nvcc -std=c++20 -O3 -I. -gencode=arch=compute_90a,code=sm_90a -o approximations
//     tests/probes/approximations.cu kernels/machine/operations/multifunction_*.cpp
//   ./approximations
//
// It prints a line a function: how many inputs differ, the first of them, and the checksum of the
// hardware's results that kernels/machine/operations/multifunction_unit_test.cpp holds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "kernels/machine/operations/approximate_functions.h"

namespace {

using namespace warplens::machine;

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }

constexpr std::uint32_t kChunk = 1u << 28;

__host__ __device__ std::uint32_t scrambled(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

#define OF_FLOAT(name, text)                                                   \
  __global__ void name(std::uint32_t first, std::uint32_t* out) {              \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;             \
    float y;                                                                   \
    asm volatile(text " %0, %1;" : "=f"(y) : "f"(__uint_as_float(first + i))); \
    out[i] = __float_as_uint(y);                                               \
  }
#define OF_PAIR(name, text)                                        \
  __global__ void name(std::uint32_t first, std::uint32_t* out) {  \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; \
    float y;                                                       \
    asm volatile(text " %0, %1, %2;"                               \
                 : "=f"(y)                                         \
                 : "f"(__uint_as_float(scrambled(first + i))),     \
                   "f"(__uint_as_float(scrambled(~(first + i))))); \
    out[i] = __float_as_uint(y);                                   \
  }
#define OF_HALF(name, text)                                                     \
  __global__ void name(std::uint32_t first, std::uint32_t* out) {               \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;              \
    unsigned short y;                                                           \
    asm volatile(text " %0, %1;" : "=h"(y) : "h"((unsigned short)(first + i))); \
    out[i] = y;                                                                 \
  }
#define OF_UPPER(name, text)                                                       \
  __global__ void name(std::uint32_t first, std::uint32_t* out) {                  \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;                 \
    double y;                                                                      \
    asm volatile(text " %0, %1;" : "=d"(y) : "d"(__hiloint2double(first + i, 0))); \
    out[i] = __double2hiint(y);                                                    \
  }

#define FLOATS(X)                                                       \
  X(ex2, "ex2.approx.f32", approximate_power<false>)                    \
  X(ex2_ftz, "ex2.approx.ftz.f32", approximate_power<true>)             \
  X(lg2, "lg2.approx.f32", approximate_logarithm<false>)                \
  X(lg2_ftz, "lg2.approx.ftz.f32", approximate_logarithm<true>)         \
  X(rcp, "rcp.approx.f32", approximate_reciprocal<false>)               \
  X(rcp_ftz, "rcp.approx.ftz.f32", approximate_reciprocal<true>)        \
  X(rsq, "rsqrt.approx.f32", approximate_reciprocal_root<false>)        \
  X(rsq_ftz, "rsqrt.approx.ftz.f32", approximate_reciprocal_root<true>) \
  X(root, "sqrt.approx.f32", approximate_root<false>)                   \
  X(root_ftz, "sqrt.approx.ftz.f32", approximate_root<true>)            \
  X(sine, "sin.approx.f32", approximate_sine)                           \
  X(sine_ftz, "sin.approx.ftz.f32", approximate_sine)                   \
  X(cosine, "cos.approx.f32", approximate_cosine)                       \
  X(cosine_ftz, "cos.approx.ftz.f32", approximate_cosine)               \
  X(tangent, "tanh.approx.f32", mufu::tanh)
#define PAIRS(X)                                                    \
  X(quotient, "div.approx.f32", approximate_quotient<false>)        \
  X(quotient_ftz, "div.approx.ftz.f32", approximate_quotient<true>) \
  X(full, "div.full.f32", full_range_quotient<false>)               \
  X(full_ftz, "div.full.ftz.f32", full_range_quotient<true>)
#define HALVES(X)                                    \
  X(ex2_f16, "ex2.approx.f16", mufu::ex2_f16)        \
  X(ex2_bf16, "ex2.approx.ftz.bf16", mufu::ex2_bf16) \
  X(tanh_f16, "tanh.approx.f16", mufu::tanh_f16)     \
  X(tanh_bf16, "tanh.approx.bf16", mufu::tanh_bf16)
#define UPPERS(X)                              \
  X(rcp64, "rcp.approx.ftz.f64", mufu::rcp64h) \
  X(rsq64, "rsqrt.approx.ftz.f64", mufu::rsq64h)

#define KERNEL(name, text, function) OF_FLOAT(name, text)
FLOATS(KERNEL)
#undef KERNEL
#define KERNEL(name, text, function) OF_PAIR(name, text)
PAIRS(KERNEL)
#undef KERNEL
#define KERNEL(name, text, function) OF_HALF(name, text)
HALVES(KERNEL)
#undef KERNEL
#define KERNEL(name, text, function) OF_UPPER(name, text)
UPPERS(KERNEL)
#undef KERNEL

using Kernel = void (*)(std::uint32_t, std::uint32_t*);
using Machine = std::uint32_t (*)(std::uint32_t);

struct Function {
  const char* name;
  Kernel hardware;
  Machine machine;
  std::uint64_t inputs;
};

float number(std::uint32_t bits) { return std::bit_cast<float>(bits); }

#define ROW(name, text, function)                                                                 \
  {text, name, [](std::uint32_t x) { return std::bit_cast<std::uint32_t>(function(number(x))); }, \
   1ull << 32},
#define PAIR_ROW(name, text, function)                                                           \
  {text, name,                                                                                   \
   [](std::uint32_t x) {                                                                         \
     return std::bit_cast<std::uint32_t>(function(number(scrambled(x)), number(scrambled(~x)))); \
   },                                                                                            \
   1ull << 32},
#define HALF_ROW(name, text, function)                                                       \
  {text, name,                                                                               \
   [](std::uint32_t x) -> std::uint32_t { return function(static_cast<std::uint16_t>(x)); }, \
   1 << 16},
#define UPPER_ROW(name, text, function) {text, name, function, 1ull << 32},

const Function kFunctions[] = {FLOATS(ROW) PAIRS(PAIR_ROW) HALVES(HALF_ROW) UPPERS(UPPER_ROW)};

struct Differences {
  std::uint64_t count = 0;
  std::uint32_t input = 0, hardware = 0, machine = 0;
};

Differences compare(const Function& function, std::uint32_t first, const std::uint32_t* results,
                    std::uint64_t count) {
  const unsigned threads = std::thread::hardware_concurrency();
  std::vector<Differences> found(threads);
  std::vector<std::thread> running;
  for (unsigned t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      for (std::uint64_t i = count * t / threads; i < count * (t + 1) / threads; ++i) {
        const auto input = static_cast<std::uint32_t>(first + i);
        const std::uint32_t machine = function.machine(input);
        if (machine == results[i]) continue;
        if (found[t].count++ == 0) found[t] = {1, input, results[i], machine};
      }
    });
  }
  for (auto& thread : running) thread.join();
  Differences all;
  for (const Differences& some : found) {
    const std::uint64_t count_before = all.count;
    if (all.count == 0) all = some;
    all.count = count_before + some.count;
  }
  return all;
}

}  // namespace

int main() {
  constexpr std::uint32_t kStride = 4093;  // of the inputs behind a checksum
  std::uint32_t *device, *host;
  CHECK(cudaMalloc(&device, std::size_t{kChunk} * 4));
  CHECK(cudaMallocHost(&host, std::size_t{kChunk} * 4));
  for (const Function& function : kFunctions) {
    Differences all;
    std::uint64_t checksum = 14695981039346656037ull;  // FNV-1a over words
    for (std::uint64_t first = 0; first < function.inputs; first += kChunk) {
      const std::uint64_t count = std::min<std::uint64_t>(kChunk, function.inputs);
      function.hardware<<<count / 256, 256>>>(static_cast<std::uint32_t>(first), device);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(host, device, count * 4, cudaMemcpyDeviceToHost));
      const Differences some = compare(function, static_cast<std::uint32_t>(first), host, count);
      if (all.count == 0)
        all = some;
      else
        all.count += some.count;
      const std::uint64_t stride = function.inputs > kChunk ? kStride : 1;
      for (std::uint64_t i = (first + stride - 1) / stride * stride; i < first + count;
           i += stride) {
        checksum = (checksum ^ host[i - first]) * 1099511628211ull;
      }
    }
    std::printf("%-22s %10llu differ of %llu; checksum %016llx; first %08x: %08x, machine %08x\n",
                function.name, static_cast<unsigned long long>(all.count),
                static_cast<unsigned long long>(function.inputs),
                static_cast<unsigned long long>(checksum), all.input, all.hardware, all.machine);
    std::fflush(stdout);
  }
}
