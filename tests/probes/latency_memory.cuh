// Chains through memory: what is loaded is the next address.
#pragma once

#include "latency.cuh"

// Each lane's word holds its own address.
struct OnShared {
  unsigned x, at;
  __device__ void begin(const Arguments& a) {
    at = in_shared(shared_bytes) + threadIdx.x % 32 * a.stride;
    for (unsigned i = 0; i < 4; ++i) {
      if (i * 4 < a.stride || i == 0) {
        asm volatile("st.shared.u32 [%0], %1;" ::"r"(at + i * 4), "r"(at) : "memory");
      }
    }
    x = at;
    __syncthreads();
  }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = x;
  }
};
#define SHARED_CHAIN(NAME, TEXT)                                                      \
  struct NAME : OnShared {                                                            \
    __device__ void step() {                                                          \
      asm volatile("{ .reg .u32 p, q, r; " TEXT " }" : "+r"(x) : "r"(at) : "memory"); \
    }                                                                                 \
  };
SHARED_CHAIN(SharedLoad, "ld.volatile.shared.u32 %0, [%0];")
SHARED_CHAIN(SharedLoad8, "ld.volatile.shared.v2.u32 {%0, p}, [%0];")
SHARED_CHAIN(SharedLoad16, "ld.volatile.shared.v4.u32 {%0, p, q, r}, [%0];")
SHARED_CHAIN(SharedStoreLoad, "st.volatile.shared.u32 [%1], %0; ld.volatile.shared.u32 %0, [%1];")
SHARED_CHAIN(SharedAdd, "atom.shared.add.u32 %0, [%1], %0;")
SHARED_CHAIN(SharedExchange, "atom.shared.exch.b32 %0, [%1], %0;")
SHARED_CHAIN(SharedCas, "atom.shared.cas.b32 %0, [%1], %0, %1;")

// Rows of zeros: a lane's address is what it loads, plus its own.
struct OnMatrix {
  unsigned x, at;
  __device__ void begin(const Arguments&) {
    at = in_shared(shared_bytes) + threadIdx.x % 32 * 16;
    for (int i = 0; i < 4; ++i) {
      asm volatile("st.shared.u32 [%0], %1;" ::"r"(at + i * 4), "r"(0) : "memory");
    }
    x = 0;
    __syncthreads();
  }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = x;
  }
};
struct LoadMatrix1 : OnMatrix {
  __device__ void step() {
    asm volatile(
        "{ .reg .u32 p; add.u32 p, %0, %1;"
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [p]; }"
        : "+r"(x)
        : "r"(at)
        : "memory");
  }
};
struct LoadMatrix4 : OnMatrix {
  __device__ void step() {
    asm volatile(
        "{ .reg .u32 p, q, r, s; add.u32 p, %0, %1;"
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, q, r, s}, [p]; }"
        : "+r"(x)
        : "r"(at)
        : "memory");
  }
};

// Each lane's 8 bytes hold their own address.
struct OnGlobal {
  unsigned long long x, at;
  __device__ void begin(const Arguments& a) {
    at = reinterpret_cast<unsigned long long>(a.memory) + threadIdx.x % 32 * a.stride;
    asm volatile("st.global.u64 [%0], %0;" ::"l"(at) : "memory");
    __threadfence();
    x = at;
    __syncthreads();
  }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = static_cast<long long>(x);
  }
};
#define GLOBAL_CHAIN(NAME, TEXT)                                                  \
  struct NAME : OnGlobal {                                                        \
    __device__ void step() { asm volatile(TEXT : "+l"(x) : "l"(at) : "memory"); } \
  };
GLOBAL_CHAIN(CachedLoad, "ld.global.ca.u64 %0, [%0];")
GLOBAL_CHAIN(FarLoad, "ld.global.cg.u64 %0, [%0];")
GLOBAL_CHAIN(GlobalAdd, "atom.global.add.u64 %0, [%1], %0;")
GLOBAL_CHAIN(GlobalExchange, "atom.global.exch.b64 %0, [%1], %0;")
GLOBAL_CHAIN(GlobalCas, "atom.global.cas.b64 %0, [%1], %0, %1;")
GLOBAL_CHAIN(GlobalStoreLoad, "st.global.u64 [%1], %0; ld.global.cg.u64 %0, [%1];")

struct GenericLoad : OnGlobal {
  __device__ void step() { asm volatile("ld.ca.u64 %0, [%0];" : "+l"(x) : : "memory"); }
};

struct LocalLoad {
  unsigned x;
  unsigned frame[64];
  __device__ void begin(const Arguments& a) {
    for (int i = 0; i < 64; ++i) frame[i] = a.zero;
    x = a.zero;
  }
  __device__ void step() { x = *static_cast<volatile unsigned*>(&frame[x]); }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = x;
  }
};

__constant__ unsigned constants[64];  // zeros
struct ConstantLoad {
  unsigned x;
  unsigned long long at;
  __device__ void begin(const Arguments& a) {
    x = a.zero * threadIdx.x;
    asm("mov.u64 %0, constants;" : "=l"(at));
  }
  __device__ void step() {
    asm volatile("{ .reg .u64 p; cvt.u64.u32 p, %0; add.u64 p, p, %1; ld.const.u32 %0, [p]; }"
                 : "+r"(x)
                 : "l"(at));
  }
  __device__ void end(const Arguments& a, long long* out) {
    if (a.one == 77) out[threadIdx.x] = x + constants[a.zero];
  }
};

// cp.async of 16 bytes a lane, waited for.
template <bool kIsCached>
struct AsyncCopy {
  unsigned to;
  const char* from;
  __device__ void begin(const Arguments& a) {
    to = in_shared(shared_bytes) + threadIdx.x % 32 * 16;
    from = static_cast<const char*>(a.memory) + threadIdx.x % 32 * 16;
  }
  __device__ void step() {
    if constexpr (kIsCached) {
      asm volatile(
          "cp.async.ca.shared.global [%0], [%1], 16; cp.async.commit_group;"
          "cp.async.wait_group 0;" ::"r"(to),
          "l"(from)
          : "memory");
    } else {
      asm volatile(
          "cp.async.cg.shared.global [%0], [%1], 16; cp.async.commit_group;"
          "cp.async.wait_group 0;" ::"r"(to),
          "l"(from)
          : "memory");
    }
  }
  __device__ void end(const Arguments&, long long*) {}
};

// Loads along a chain of 8-byte links; cycles of each, by one lane.
__global__ void follow(unsigned long long* start, int steps, unsigned* out, int from) {
  unsigned* const times = reinterpret_cast<unsigned*>(shared_bytes);
  unsigned long long at = reinterpret_cast<unsigned long long>(start);
  unsigned before = clock();
  for (int i = 0; i < steps; ++i) {
    asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) : : "memory");
    if (at == 0) break;
    const unsigned now = clock();
    times[i % 8192] = now - before;
    before = now;
  }
  for (int i = from; i < steps && i < 8192; ++i) out[i] = times[i];
}

// Of every fourth of 4,096 lines and each SM: cycles of a load from L2, the line's own address.
__global__ void each_line(char* memory, float* out) {
  for (int line = 0; line < 1024; ++line) {
    unsigned long long at = reinterpret_cast<unsigned long long>(memory + line * 512);
    long long start = 0, end = 0;
#pragma unroll 1
    for (int trip = 0; trip < 9; ++trip) {
      if (trip == 1) start = clock64();
#pragma unroll
      for (int i = 0; i < 8; ++i)
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at) : : "memory");
    }
    if (at != 0) end = clock64();
    out[blockIdx.x * 1024 + line] = (end - start) / 64.0f;
  }
}

struct Spread {
  double least, tenth, median, ninetieth, most;
};
template <class T>
Spread spread_of(std::vector<T> all) {
  std::sort(all.begin(), all.end());
  const auto at = [&](double part) { return double(all[std::size_t(part * (all.size() - 1))]); };
  return {at(0), at(0.1), at(0.5), at(0.9), at(1)};
}
inline void add_spread(Table& table, const std::string& name, const Spread& spread,
                       double loop = 0) {
  table.add(name + " least", spread.least - loop);
  table.add(name + " tenth", spread.tenth - loop);
  table.add(name + " median", spread.median - loop);
  table.add(name + " ninetieth", spread.ninetieth - loop);
  table.add(name + " most", spread.most - loop);
}

inline Spread lines_of_l2() {
  constexpr int kBlocks = 132, kLines = 1024;
  char* memory = nullptr;
  float* out = nullptr;
  check(cudaMalloc(&memory, kLines * 512), "cudaMalloc");
  check(cudaMalloc(&out, kBlocks * kLines * sizeof *out), "cudaMalloc");
  std::vector<unsigned long long> host(kLines * 64);
  for (int line = 0; line < kLines; ++line) {
    host[line * 64] = reinterpret_cast<unsigned long long>(memory + line * 512);
  }
  check(cudaMemcpy(memory, host.data(), kLines * 512, cudaMemcpyDefault), "copy");
  each_line<<<kBlocks, 1>>>(memory, out);
  each_line<<<kBlocks, 1>>>(memory, out);
  check(cudaDeviceSynchronize(), "lines");
  std::vector<float> all(kBlocks * kLines);
  check(cudaMemcpy(all.data(), out, all.size() * sizeof all[0], cudaMemcpyDefault), "copy");
  check(cudaFree(memory), "cudaFree");
  check(cudaFree(out), "cudaFree");
  return spread_of(all);
}

// What the loop of follow() takes beside its load.
__global__ void follow_own(unsigned long long* start, unsigned* out) {
  unsigned* const times = reinterpret_cast<unsigned*>(shared_bytes);
  unsigned long long at = reinterpret_cast<unsigned long long>(start);
  unsigned before = clock();
  for (int i = 0; i < 4096; ++i) {
    asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at) : : "memory");
    if (at == 0) break;
    const unsigned now = clock();
    times[i % 8192] = now - before;
    before = now;
  }
  for (int i = 0; i < 4096; ++i) out[i] = times[i];
}
inline double loop_of_follow(const Table& table) {
  unsigned long long* memory = nullptr;
  unsigned* out = nullptr;
  check(cudaMalloc(&memory, 256), "cudaMalloc");
  check(cudaMalloc(&out, 4096 * sizeof *out), "cudaMalloc");
  check(cudaMemcpy(memory, &memory, sizeof memory, cudaMemcpyDefault), "copy");
  follow_own<<<1, 1, 32 << 10>>>(memory, out);
  check(cudaDeviceSynchronize(), "loop");
  std::vector<unsigned> times(4096);
  check(cudaMemcpy(times.data(), out, times.size() * sizeof times[0], cudaMemcpyDefault), "copy");
  return spread_of(times).median - table.of("ld.global.ca.u64 lanes 0 bytes apart");
}

// A random cycle through `links` lines that are `stride` bytes apart, each visited once; `warm`
// times before.
inline Spread chase(std::size_t links, std::size_t stride, int steps, int warm, int rounds) {
  char* memory = nullptr;
  check(cudaMalloc(&memory, links * stride), "cudaMalloc");
  check(cudaMemset(memory, 0, links * stride), "cudaMemset");
  std::vector<std::size_t> order(links);
  for (std::size_t i = 0; i < links; ++i) order[i] = i;
  std::srand(1);
  for (std::size_t i = links - 1; i > 0; --i) {
    std::swap(order[i], order[(std::size_t(std::rand()) << 16 ^ std::rand()) % (i + 1)]);
  }
  std::vector<char> host(links * stride);
  for (std::size_t i = 0; i < links; ++i) {
    const unsigned long long next =
        reinterpret_cast<unsigned long long>(memory) + order[(i + 1) % links] * stride;
    std::copy_n(reinterpret_cast<const char*>(&next), 8, host.data() + order[i] * stride);
  }
  check(cudaMemcpy(memory, host.data(), host.size(), cudaMemcpyDefault), "copy");
  unsigned* out = nullptr;
  check(cudaMalloc(&out, 8192 * sizeof *out), "cudaMalloc");
  check(cudaFuncSetAttribute(follow, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10),
        "shared memory");
  void* other = nullptr;  // takes the lines' place in L2
  check(cudaMalloc(&other, 256 << 20), "cudaMalloc");
  check(cudaMemset(other, 0, 256 << 20), "cudaMemset");
  check(cudaFree(other), "cudaFree");
  std::vector<unsigned> all;
  for (int round = 0; round < rounds + warm; ++round) {
    auto* const start = reinterpret_cast<unsigned long long*>(
        memory + order[warm > 0 ? 0 : std::size_t(round) * steps % links] * stride);
    follow<<<1, 1, 64 << 10>>>(start, steps, out, 1);
    check(cudaDeviceSynchronize(), "chase");
    if (round < warm) continue;
    std::vector<unsigned> times(steps);
    check(cudaMemcpy(times.data(), out, steps * sizeof(unsigned), cudaMemcpyDefault), "copy");
    all.insert(all.end(), times.begin() + 8, times.end());
  }
  check(cudaFree(memory), "cudaFree");
  check(cudaFree(out), "cudaFree");
  return spread_of(all);
}

inline void busy_memory(Table& table, Arguments a) {
  const Shape many{1, 1024, 1};
  a.stride = 4;
  table.add("ld.shared.u32 of 32 warps", cycles_of<SharedLoad>(a, many));
  table.add("st.shared+ld.shared of 32 warps", cycles_of<SharedStoreLoad>(a, many));
  table.add("atom.shared.add.u32 of 32 warps", cycles_of<SharedAdd>(a, many));
  a.stride = 16;
  table.add("ld.shared.v4.u32 of 32 warps", cycles_of<SharedLoad16>(a, many));
  table.add("ldmatrix.x4 of 32 warps", cycles_of<LoadMatrix4>(a, many));
  a.stride = 8;
  table.add("ld.global.ca.u64 of 32 warps", cycles_of<CachedLoad>(a, many));
  table.add("ld.global.cg.u64 of 32 warps", cycles_of<FarLoad>(a, many));
  table.add("atom.global.add.u64 of 32 warps", cycles_of<GlobalAdd>(a, many));
  a.stride = 0;
  table.add("ld.global.ca.u64 one word of 32 warps", cycles_of<CachedLoad>(a, many));
}

inline void memory(Table& table, Arguments a) {
  for (const unsigned ways : {1, 2, 4, 8, 16, 32}) {
    a.stride = 4 * ways;
    table.add("ld.shared.u32 " + std::to_string(ways) + " wavefronts", cycles_of<SharedLoad>(a));
  }
  a.stride = 8;
  table.add("ld.shared.v2.u32", cycles_of<SharedLoad8>(a));
  a.stride = 16;
  table.add("ld.shared.v4.u32", cycles_of<SharedLoad16>(a));
  a.stride = 4;
  table.add("st.shared+ld.shared", cycles_of<SharedStoreLoad>(a));
  table.add("atom.shared.add.u32", cycles_of<SharedAdd>(a));
  table.add("atom.shared.exch.b32", cycles_of<SharedExchange>(a));
  table.add("atom.shared.cas.b32", cycles_of<SharedCas>(a));
  a.stride = 0;
  table.add("atom.shared.add.u32 one word", cycles_of<SharedAdd>(a));
  table.add("ldmatrix.x1", cycles_of<LoadMatrix1>(a) - table.of("add.u32"));
  table.add("ldmatrix.x4", cycles_of<LoadMatrix4>(a) - table.of("add.u32"));
  table.add("ld.const.u32+add.u64", cycles_of<ConstantLoad>(a));
  table.add("ld.local.u32", cycles_of<LocalLoad>(a));
  for (const unsigned stride : {0, 8, 32, 128}) {
    a.stride = stride;
    const std::string apart = " lanes " + std::to_string(stride) + " bytes apart";
    table.add("ld.global.ca.u64" + apart, cycles_of<CachedLoad>(a));
    table.add("ld.global.cg.u64" + apart, cycles_of<FarLoad>(a));
    table.add("atom.global.add.u64" + apart, cycles_of<GlobalAdd>(a));
  }
  a.stride = 0;
  table.add("ld.ca.u64 generic", cycles_of<GenericLoad>(a));
  a.stride = 8;
  table.add("atom.global.exch.b64", cycles_of<GlobalExchange>(a));
  table.add("atom.global.cas.b64", cycles_of<GlobalCas>(a));
  table.add("st.global+ld.global.cg", cycles_of<GlobalStoreLoad>(a));
  table.add("cp.async.ca 16 waited", cycles_of<AsyncCopy<true>>(a));
  table.add("cp.async.cg 16 waited", cycles_of<AsyncCopy<false>>(a));
  add_spread(table, "L2 line", lines_of_l2());
  const double loop = loop_of_follow(table);
  table.add("loop of the chases below", loop);
  // Lines of 8 MiB that are in L2; lines of 1 GiB of which none is.
  add_spread(table, "L2", chase(8192, 1024, 4096, 3, 4), loop);
  add_spread(table, "L2 of 1 MiB", chase(8192, 128, 4096, 3, 4), loop);
  add_spread(table, "L2 of 32 MiB", chase(8192, 4096, 4096, 3, 4), loop);
  add_spread(table, "DRAM", chase(std::size_t{1} << 18, 4096, 4096, 0, 16), loop);
  add_spread(table, "DRAM of 128 MiB", chase(std::size_t{1} << 18, 512, 4096, 0, 16), loop);
}
