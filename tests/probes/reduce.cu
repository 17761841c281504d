// What the constants of the reduce family's upper rungs were chosen by: shapes of the grid, loads
// in flight, orders, ways to end, beside CUB and cuBLAS. docs/ladders/reduce.md has what it said.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static tests/probes/reduce.cu -o probe_reduce -ldl
//   ./probe_reduce 24 28
//
// Timed as `warplens bench` does: CUDA events around single launches, 16 of them queued, all on the
// same buffers; the list is gone through in rounds, so that clocks and heat meet all of it. Each
// line: median µs, GB/s, and the share of CUB (sum) or cublasSdot (dot).
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <functional>
#include <string>
#include <vector>

#define CHECK(call)                                                              \
  do {                                                                           \
    const cudaError_t status = (call);                                           \
    if (status != cudaSuccess) {                                                 \
      std::printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                              \
    }                                                                            \
  } while (false)

namespace {

constexpr int kMultiprocessors = 132;  // of an H200
constexpr int kRounds = 5, kQueued = 16;

// How a thread's vectors lie: a grid of threads apart, a block of threads apart within tiles that
// blocks take in turns, or likewise within a part of its own for each block.
enum Order { grid_order, tile_order, part_order };
// Where the blocks' values meet: in a second launch; in the last block, by all of its warps or by
// its first alone; in one number, by an atomic a block.
enum End { second_launch, whole_last_block, last_warp, last_warp_released, atomic_total };
// How vectors are loaded that make no whole round: one by one, or all of a round at once.
enum Rest { one_by_one, together };
enum Hint { plain, streamed, not_in_l1 };

struct Arrays {
  const float *x, *y;
  float *partials, *result, *total;
  unsigned* counter;
};

template <Hint kHint>
__device__ float4 load(const float4* from) {
  if constexpr (kHint == streamed) return __ldcs(from);
  if constexpr (kHint == not_in_l1) {
    float4 v;
    asm("ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {%0,%1,%2,%3},[%4];"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(from));
    return v;
  }
  return __ldg(from);
}

template <bool kDot, Hint kHint>
__device__ float4 four(const float* x, const float* y, int v) {
  const float4 a = load<kHint>(reinterpret_cast<const float4*>(x) + v);
  if (!kDot) return a;
  const float4 b = load<kHint>(reinterpret_cast<const float4*>(y) + v);
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

__device__ float sum_of(const float4& v) { return (v.x + v.y) + (v.z + v.w); }

template <bool kDot, int kLoads, Order kOrder, Rest kRest, Hint kHint>
__device__ float own_elements(const float* x, const float* y, int n) {
  const int vectors = n / 4;
  int first, apart, step, end = vectors;
  if (kOrder == grid_order) {
    first = blockIdx.x * blockDim.x + threadIdx.x;
    apart = gridDim.x * blockDim.x;
    step = kLoads * apart;
  } else {
    apart = blockDim.x;
    step = kLoads * apart;
    first = blockIdx.x * step + threadIdx.x;
    if (kOrder == part_order) {
      const int rounds = (vectors + step * gridDim.x - 1) / (step * gridDim.x);
      first = blockIdx.x * rounds * step + threadIdx.x;
      end = min(vectors, static_cast<int>((blockIdx.x + 1) * rounds * step));
    } else {
      step *= gridDim.x;
    }
  }
  float values[kLoads] = {};
  int v = first;
  for (; v + (kLoads - 1) * apart < end; v += step) {
    float4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = four<kDot, kHint>(x, y, v + k * apart);
#pragma unroll
    for (int k = 0; k < kLoads; ++k) values[k] += sum_of(loaded[k]);
  }
  if (kRest == together) {
    float4 loaded[kLoads] = {};
#pragma unroll
    for (int k = 0; k < kLoads - 1; ++k) {
      if (v + k * apart < end) loaded[k] = four<kDot, kHint>(x, y, v + k * apart);
    }
#pragma unroll
    for (int k = 0; k < kLoads - 1; ++k) values[k] += sum_of(loaded[k]);
  } else {
#pragma unroll 1
    for (int k = 0; k < kLoads - 1; ++k) {
      if (v + k * apart < end) values[0] += sum_of(four<kDot, kHint>(x, y, v + k * apart));
    }
  }
  for (int k = 1; k < kLoads; ++k) values[0] += values[k];
  return values[0];
}

__device__ float reduce_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffff, value, offset);
  }
  return value;
}

__device__ float reduce_block(float* values, float value) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = reduce_warp(value);
  if (lane == 0) values[warp] = value;
  __syncthreads();
  if (warp > 0) return value;
  return reduce_warp(lane < blockDim.x / 32 ? values[lane] : 0);
}

__device__ void end_whole(float* values, float own, const Arrays& a) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    a.partials[blockIdx.x] = own;
    __threadfence();
    is_last = atomicAdd(a.counter, 1) == gridDim.x - 1;
    if (is_last) *a.counter = 0;
    __threadfence();
  }
  __syncthreads();
  if (!is_last) return;
  float value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) value += __ldcg(&a.partials[i]);
  value = reduce_block(values, value);
  if (threadIdx.x == 0) *a.result = value;
}

template <bool kReleased>
__device__ unsigned ticket_of(unsigned* counter) {
  if constexpr (!kReleased) {
    __threadfence();
    return atomicInc(counter, gridDim.x - 1);
  }
  unsigned ticket;
  asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
               : "=r"(ticket)
               : "l"(counter), "r"(gridDim.x - 1)
               : "memory");
  return ticket;
}

template <bool kReleased>
__device__ void end_in_warp(float own, const Arrays& a) {
  if (threadIdx.x >= 32) return;
  unsigned ticket = 0;
  if (threadIdx.x == 0) {
    a.partials[blockIdx.x] = own;
    ticket = ticket_of<kReleased>(a.counter);
    if (!kReleased) __threadfence();
  }
  if (__shfl_sync(0xffffffff, ticket, 0) != gridDim.x - 1) return;
  float value = 0;
#pragma unroll 8
  for (int i = threadIdx.x; i < gridDim.x; i += 32) value += __ldcg(&a.partials[i]);
  value = reduce_warp(value);
  if (threadIdx.x == 0) *a.result = value;
}

__device__ void end_in_total(float own, const Arrays& a) {
  if (threadIdx.x > 0) return;
  atomicAdd(a.total, own);
  __threadfence();
  if (atomicInc(a.counter, gridDim.x - 1) != gridDim.x - 1) return;
  __threadfence();
  *a.result = atomicExch(a.total, 0.0f);
}

template <bool kDot, int kLoads, Order kOrder, Rest kRest, End kEnd, Hint kHint>
__global__ void reduce(Arrays a, int n) {
  __shared__ float values[32];
  const float own =
      reduce_block(values, own_elements<kDot, kLoads, kOrder, kRest, kHint>(a.x, a.y, n));
  if (kEnd == second_launch && threadIdx.x == 0) a.partials[blockIdx.x] = own;
  if (kEnd == whole_last_block) end_whole(values, own, a);
  if (kEnd == last_warp) end_in_warp<false>(own, a);
  if (kEnd == last_warp_released) end_in_warp<true>(own, a);
  if (kEnd == atomic_total) end_in_total(own, a);
}

__global__ void reduce_partials(Arrays a, int n) {
  __shared__ float values[32];
  float value = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) value += a.partials[i];
  value = reduce_block(values, value);
  if (threadIdx.x == 0) *a.result = value;
}

__global__ void fill(float* p, std::size_t n, unsigned seed) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    unsigned h = static_cast<unsigned>(i) ^ seed * 2654435761u;
    h = (h ^ h >> 16) * 0x85ebca6bu;  // MurmurHash3's finalizer
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    h ^= h >> 16;
    p[i] = static_cast<float>(h >> 8) / 8388608.0f - 1.0f;
  }
}

struct Timed {
  std::string name;
  bool is_dot;
  std::function<void()> launch;
  std::vector<float> microseconds{};
};

class List {
 public:
  List(const Arrays& arrays, int n) : a_(arrays), n_(n) {}

  template <bool kDot, int kLoads, Order kOrder, Rest kRest, End kEnd, Hint kHint = plain>
  void add(int blocks, int threads) {
    static const char* const kOrders[] = {"grid", "tile", "part"};
    static const char* const kEnds[] = {"2nd launch", "last block", "last warp", "released",
                                        "atomic"};
    static const char* const kRests[] = {"serial", "together"};
    static const char* const kHints[] = {"", "ldcs", "no L1"};
    char name[100];
    std::snprintf(name, sizeof name, "%4d x %4d  %d loads %s %-8s %s %s", blocks, threads, kLoads,
                  kOrders[kOrder], kRests[kRest], kEnds[kEnd], kHints[kHint]);
    const Arrays a = a_;
    const int n = n_;
    timed.push_back({name, kDot, [=] {
                       reduce<kDot, kLoads, kOrder, kRest, kEnd, kHint><<<blocks, threads>>>(a, n);
                       if (kEnd == second_launch) reduce_partials<<<1, threads>>>(a, blocks);
                     }});
  }

  template <bool kDot, int kLoads>
  void add_shapes() {
    const int shapes[][2] = {{1, 1024}, {2, 1024}, {2, 512}, {4, 512}, {4, 256}, {8, 256}};
    for (const auto& [each, threads] : shapes) {
      const int blocks = each * kMultiprocessors;
      add<kDot, kLoads, grid_order, one_by_one, last_warp>(blocks, threads);
      add<kDot, kLoads, grid_order, together, last_warp>(blocks, threads);
      add<kDot, kLoads, tile_order, together, last_warp>(blocks, threads);
      add<kDot, kLoads, part_order, together, last_warp>(blocks, threads);
    }
  }

  template <bool kDot, int kLoads>
  void add_ends(int blocks, int threads) {
    add<kDot, kLoads, grid_order, together, second_launch>(blocks, threads);
    add<kDot, kLoads, grid_order, together, whole_last_block>(blocks, threads);
    add<kDot, kLoads, grid_order, together, last_warp_released>(blocks, threads);
    add<kDot, kLoads, grid_order, together, atomic_total>(blocks, threads);
    add<kDot, kLoads, grid_order, together, last_warp, streamed>(blocks, threads);
    add<kDot, kLoads, grid_order, together, last_warp, not_in_l1>(blocks, threads);
  }

  template <bool kDot>
  void add_all() {
    add<kDot, 4, grid_order, one_by_one, second_launch>(8 * kMultiprocessors, 256);
    add_shapes<kDot, 1>();
    add_shapes<kDot, 2>();
    add_shapes<kDot, 4>();
    add_shapes<kDot, 8>();
    add_ends<kDot, 2>(2 * kMultiprocessors, 1024);
    add_ends<kDot, 2>(4 * kMultiprocessors, 512);
    add_ends<kDot, 4>(8 * kMultiprocessors, 256);
    add_ends<kDot, 4>(2 * kMultiprocessors, 512);
  }

  std::vector<Timed> timed;

 private:
  Arrays a_;
  int n_;
};

void time_round(Timed& timed, std::vector<cudaEvent_t>& events) {
  timed.launch();
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kQueued; ++i) {
    CHECK(cudaEventRecord(events[2 * i]));
    timed.launch();
    CHECK(cudaEventRecord(events[2 * i + 1]));
  }
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < kQueued; ++i) {
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, events[2 * i], events[2 * i + 1]));
    timed.microseconds.push_back(1000 * ms);
  }
}

float median(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

void print(std::vector<Timed>& list, int n, bool is_dot, const std::string& reference) {
  float against = 0;
  std::vector<const Timed*> sorted;
  for (const Timed& timed : list) {
    if (timed.is_dot != is_dot) continue;
    sorted.push_back(&timed);
    if (timed.name == reference) against = median(timed.microseconds);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Timed* a, const Timed* b) {
    return median(a->microseconds) < median(b->microseconds);
  });
  const double bytes = (is_dot ? 8.0 : 4.0) * n;
  for (const Timed* timed : sorted) {
    const float us = median(timed->microseconds);
    std::printf("%s %-52s %9.2f %6.0f %6.3f\n", is_dot ? "dot" : "sum", timed->name.c_str(), us,
                bytes / us / 1000, against / us);
  }
}

// Doubles, on the CPU: what every kernel must come to, within a float's roundings.
double right_result(const Arrays& a, int n, bool is_dot) {
  std::vector<float> x(n), y(is_dot ? n : 0);
  CHECK(cudaMemcpy(x.data(), a.x, x.size() * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(y.data(), a.y, y.size() * 4, cudaMemcpyDefault));
  double total = 0;
  for (int i = 0; i < n; ++i) total += is_dot ? double{x[i]} * y[i] : double{x[i]};
  return total;
}

void check(const Timed& timed, const Arrays& a, double right, int n) {
  CHECK(cudaMemset(a.result, 0xff, 4));
  timed.launch();
  float result = 0;
  CHECK(cudaMemcpy(&result, a.result, 4, cudaMemcpyDefault));
  if (!(std::abs(result - right) < 1e-3 * std::sqrt(static_cast<double>(n)))) {
    std::printf("WRONG: %s gives %g, not %g\n", timed.name.c_str(), result, right);
  }
}

void time_all(int n) {
  const std::size_t bytes = std::size_t{4} * n;
  float *x, *y;
  Arrays a{};
  CHECK(cudaMalloc(&x, bytes));
  CHECK(cudaMalloc(&y, bytes));
  CHECK(cudaMalloc(&a.partials, 1 << 16));
  CHECK(cudaMalloc(&a.result, 256));
  CHECK(cudaMalloc(&a.total, 256));
  CHECK(cudaMalloc(&a.counter, 256));
  CHECK(cudaMemset(a.total, 0, 4));
  CHECK(cudaMemset(a.counter, 0, 4));
  a.x = x, a.y = y;
  fill<<<1024, 256>>>(x, n, 1);
  fill<<<1024, 256>>>(y, n, 2);

  List list(a, n);
  std::size_t scratch_bytes = 0;
  void* scratch = nullptr;
  CHECK(cub::DeviceReduce::Sum(nullptr, scratch_bytes, a.x, a.result, n));
  CHECK(cudaMalloc(&scratch, scratch_bytes));
  list.timed.push_back({"CUB", false, [=] {
                          std::size_t given = scratch_bytes;
                          cub::DeviceReduce::Sum(scratch, given, a.x, a.result, n);
                        }});
  void* library = dlopen("libcublas.so.13", RTLD_NOW);
  if (library == nullptr) library = dlopen("libcublas.so.12", RTLD_NOW);
  if (library != nullptr) {
    void* handle = nullptr;
    reinterpret_cast<int (*)(void**)>(dlsym(library, "cublasCreate_v2"))(&handle);
    reinterpret_cast<int (*)(void*, int)>(dlsym(library, "cublasSetPointerMode_v2"))(handle, 1);
    const auto dot =
        reinterpret_cast<int (*)(void*, int, const float*, int, const float*, int, float*)>(
            dlsym(library, "cublasSdot_v2"));
    list.timed.push_back({"cublasSdot", true, [=] { dot(handle, n, a.x, 1, a.y, 1, a.result); }});
  }
  list.add_all<false>();
  list.add_all<true>();

  const double right[] = {right_result(a, n, false), right_result(a, n, true)};
  for (const Timed& timed : list.timed) check(timed, a, right[timed.is_dot ? 1 : 0], n);
  std::vector<cudaEvent_t> events(2 * kQueued);
  for (cudaEvent_t& event : events) CHECK(cudaEventCreate(&event));
  for (int round = 0; round < kRounds; ++round) {
    for (Timed& timed : list.timed) time_round(timed, events);
  }
  std::printf("== n = %d\n", n);
  print(list.timed, n, false, "CUB");
  print(list.timed, n, true, "cublasSdot");
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) time_all(1 << std::atoi(arguments[i]));
}
