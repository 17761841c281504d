// How far the machine's ex2, lg2, rcp, rsqrt, sqrt, sin, cos and tanh (.approx.f32) are from the
// hardware's, for all 2^32 inputs. The machine rounds what a double gives
// (kernels/machine/operations/operations_approximate.cpp).
//
//   nvcc -std=c++20 -O3 -gencode=arch=compute_90a,code=sm_90a -o approximations
//     tests/probes/approximations.cu && ./approximations
//
// It prints a line a function: inputs whose results differ, by how many units in the last place,
// and the largest difference with its input.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }

constexpr std::uint32_t kChunk = 1u << 28;

#define FUNCTION(name, text)                                               \
  __global__ void name##_kernel(std::uint32_t first, std::uint32_t* out) { \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;         \
    float y;                                                               \
    asm(text " %0, %1;" : "=f"(y) : "f"(__uint_as_float(first + i)));      \
    out[i] = __float_as_uint(y);                                           \
  }
FUNCTION(ex2, "ex2.approx.f32")
FUNCTION(ex2_ftz, "ex2.approx.ftz.f32")
FUNCTION(lg2, "lg2.approx.f32")
FUNCTION(rcp, "rcp.approx.f32")
FUNCTION(rsqrt_, "rsqrt.approx.f32")
FUNCTION(sqrt_, "sqrt.approx.f32")
FUNCTION(sine, "sin.approx.f32")
FUNCTION(cosine, "cos.approx.f32")
FUNCTION(tanh_, "tanh.approx.f32")

struct Function {
  const char* name;
  void (*kernel)(std::uint32_t, std::uint32_t*);
  double (*exact)(double);
  bool flushes = false;
};
const Function kFunctions[] = {
    {"ex2.approx.f32", ex2_kernel, [](double x) { return std::exp2(x); }},
    {"ex2.approx.ftz.f32", ex2_ftz_kernel, [](double x) { return std::exp2(x); }, true},
    {"lg2.approx.f32", lg2_kernel, [](double x) { return std::log2(x); }},
    {"rcp.approx.f32", rcp_kernel, [](double x) { return 1.0 / x; }},
    {"rsqrt.approx.f32", rsqrt__kernel, [](double x) { return 1.0 / std::sqrt(x); }},
    {"sqrt.approx.f32", sqrt__kernel, [](double x) { return std::sqrt(x); }},
    {"sin.approx.f32", sine_kernel, [](double x) { return std::sin(x); }},
    {"cos.approx.f32", cosine_kernel, [](double x) { return std::cos(x); }},
    {"tanh.approx.f32", tanh__kernel, [](double x) { return std::tanh(x); }},
};

float flushed(float x, bool flushes) {
  return flushes && std::abs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x;
}

// Floats in the order of their values.
std::int64_t position(std::uint32_t bits) {
  const std::int64_t size = bits & 0x7fffffffu;
  return bits >> 31 ? -size : size;
}

struct Differences {
  std::uint64_t differing = 0, by_units[4] = {}, nans = 0, infinities = 0;
  std::int64_t largest = 0;
  std::uint32_t at = 0, got = 0, want = 0;
  double largest_absolute = 0;
  std::uint32_t absolute_at = 0;

  void look(std::uint32_t input, std::uint32_t hardware, std::uint32_t machine) {
    if (hardware == machine) return;
    ++differing;
    const float x = std::bit_cast<float>(hardware), y = std::bit_cast<float>(machine);
    if (x != x || y != y) {
      ++nans;
      return;
    }
    if (std::isinf(x) || std::isinf(y)) {
      ++infinities;
      return;
    }
    const std::int64_t units = std::abs(position(hardware) - position(machine));
    ++by_units[std::min<std::int64_t>(units, 4) - (units > 0)];
    if (const double off = std::abs(double{x} - y); off > largest_absolute) {
      largest_absolute = off;
      absolute_at = input;
    }
    if (units <= largest) return;
    largest = units;
    at = input;
    got = hardware;
    want = machine;
  }
  void add(const Differences& other) {
    differing += other.differing;
    nans += other.nans;
    infinities += other.infinities;
    for (int i = 0; i < 4; ++i) by_units[i] += other.by_units[i];
    if (other.largest > largest) {
      largest = other.largest;
      at = other.at;
      got = other.got;
      want = other.want;
    }
    if (other.largest_absolute > largest_absolute) {
      largest_absolute = other.largest_absolute;
      absolute_at = other.absolute_at;
    }
  }
};

void compare(const Function& function, std::uint32_t first, const std::uint32_t* results,
             Differences& all) {
  std::mutex mutex;
  std::vector<std::thread> threads;
  const unsigned count = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      Differences own;
      for (std::uint64_t i = std::uint64_t{kChunk} * t / count;
           i < std::uint64_t{kChunk} * (t + 1) / count; ++i) {
        const auto input = static_cast<std::uint32_t>(first + i);
        const float x = flushed(std::bit_cast<float>(input), function.flushes);
        const float y = static_cast<float>(function.exact(x));
        const float want = flushed(y, function.flushes);
        own.look(input, results[i], y != y ? 0x7fffffffu : std::bit_cast<std::uint32_t>(want));
      }
      std::lock_guard lock(mutex);
      all.add(own);
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace

int main() {
  std::uint32_t *device, *host;
  CHECK(cudaMalloc(&device, std::size_t{kChunk} * 4));
  CHECK(cudaMallocHost(&host, std::size_t{kChunk} * 4));
  for (const Function& function : kFunctions) {
    Differences all;
    for (std::uint64_t first = 0; first < std::uint64_t{1} << 32; first += kChunk) {
      function.kernel<<<kChunk / 256, 256>>>(static_cast<std::uint32_t>(first), device);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpy(host, device, std::size_t{kChunk} * 4, cudaMemcpyDeviceToHost));
      compare(function, static_cast<std::uint32_t>(first), host, all);
    }
    std::printf(
        "%s: %llu differ: by 1 %llu, 2 %llu, 3 %llu, more %llu units; NaNs %llu, infinities %llu; "
        "largest %lld units at %08x (%08x, machine %08x); absolute %g at %08x\n",
        function.name, static_cast<unsigned long long>(all.differing),
        static_cast<unsigned long long>(all.by_units[0]),
        static_cast<unsigned long long>(all.by_units[1]),
        static_cast<unsigned long long>(all.by_units[2]),
        static_cast<unsigned long long>(all.by_units[3]), static_cast<unsigned long long>(all.nans),
        static_cast<unsigned long long>(all.infinities), static_cast<long long>(all.largest),
        all.at, all.got, all.want, all.largest_absolute, all.absolute_at);
    std::fflush(stdout);
  }
}
