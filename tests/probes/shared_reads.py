#!/usr/bin/env python3
"""Writes a probe of what wgmma and TMA take of shared memory: its counters, and its time beside loads.

  python3 tests/probes/shared_reads.py > shared_reads.cu
  nvcc -std=c++17 -O3 -Itests/probes -gencode arch=compute_90a,code=sm_90a -o shared_reads shared_reads.cu
  ./shared_reads times
  ncu --csv --page raw --metrics … ./shared_reads counters

A warpgroup multiplies the same tiles, or a thread copies the same box, over and over, and eight warps load words
of shared memory meanwhile, a wavefront each. `times`: a row a form, cycles of one instruction alone, and how many
of those that the loads take it adds when there are more loads than either can do beside.
"""
KINDS = {"f16": ("k16.f32.f16.f16", "f"), "tf32": ("k8.f32.tf32.tf32", "f"), "e4m3": ("k32.f32.e4m3.e4m3", "f"),
         "s8": ("k32.s32.s8.s8", "r")}


def forms():
    for columns in (8, 16, 32, 64, 96, 128, 256):
        for a in ("shared", "registers"):
            for swizzle in (128, 0):
                if (columns, a) != (256, "registers"):  # more registers than a thread has
                    yield "f16", columns, a, swizzle, 0, 0
    for columns in (8, 64, 128):
        for swizzle in (64, 32):
            yield "f16", columns, "shared", swizzle, 0, 0
        for turned_a, turned_b in ((1, 0), (0, 1), (1, 1)):
            yield "f16", columns, "shared", 128, turned_a, turned_b
    for kind in ("tf32", "e4m3", "s8"):
        for columns in (8, 64, 256):
            yield kind, columns, "shared", 128, 0, 0


def name_of(form):
    kind, columns, a, swizzle, turned_a, turned_b = form
    return f"{kind}_n{columns}_a_in_{a}_swizzle{swizzle}_turned{turned_a}{turned_b}"


def descriptor(swizzle, turned):
    """Leading and stride offsets in bytes, and the mode."""
    mode = {0: 0, 128: 1, 64: 2, 32: 3}[swizzle]
    if swizzle == 0:
        leading, stride = 128, 256
    elif turned:
        leading, stride = 16 * swizzle, 8 * swizzle
    else:
        leading, stride = 16, 8 * swizzle
    return (leading // 16) << 16 | (stride // 16) << 32 | mode << 62


def kernel(form):
    kind, columns, a, swizzle, turned_a, turned_b = form
    shape, letter = KINDS[kind]
    sums = columns // 2
    type_ = "float" if letter == "f" else "int"
    registers = ",".join(f"%{i}" for i in range(sums))
    if a == "registers":
        places = "{" + ",".join(f"%{sums + i}" for i in range(4)) + f"}}, %{sums + 4}"
        factors = '"r"(1), "r"(1), "r"(1), "r"(1), "l"(b)'
    else:
        places = f"%{sums}, %{sums + 1}"
        factors = '"l"(a), "l"(b)'
    scales = "1" if kind == "s8" else "1, 1, 1"
    if kind == "f16":
        scales += f", {turned_b}" if a == "registers" else f", {turned_a}, {turned_b}"
    outputs = ", ".join(f'"+{letter}"(d[{i}])' for i in range(sums))
    return f"""
__global__ void __launch_bounds__(kThreads) {name_of(form)}(Measured m) {{
  extern __shared__ __align__(1024) unsigned char tiles[];
  const unsigned begin = address_of(tiles) >> 4;
  const unsigned long long a = {descriptor(swizzle, turned_a)}ull | begin, b = {descriptor(swizzle, turned_b)}ull | (begin + 1024);
  (void)a;
  {type_} d[{sums}] = {{}};
  const Watch watch(m);
  if (threadIdx.x < 128) {{
    for (int round = 0; round < m.rounds; ++round) {{
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
      for (int i = 0; i < kTurns; ++i) {{
        asm volatile("wgmma.mma_async.sync.aligned.m64n{columns}{shape} {{{registers}}}, {places}, {scales};" : {outputs} : {factors});
      }}
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      asm volatile("wgmma.wait_group.sync.aligned 0;" : {outputs} : : "memory");
    }}
  }} else {{
    load_words(m, tiles);
  }}
  watch.stop();
  {type_} sum = 0;
  for (int i = 0; i < {sums}; ++i) sum += d[i];
  if (sum == 12345) *m.out = threadIdx.x;
}}"""


HEAD = r"""
#include <cuda.h>

#include <cstring>
#include <functional>

#include "tensor_map.cuh"

constexpr int kThreads = 384, kLoadWarps = (kThreads - 128) / 32, kTurns = 16, kShared = 96 << 10;

struct Measured {
  unsigned long long* cycles;
  unsigned* out;
  int rounds, loads;
};

__device__ unsigned address_of(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

struct Watch {
  const Measured& m;
  long long begin;
  __device__ explicit Watch(const Measured& measured) : m(measured) {
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    begin = clock64();
  }
  __device__ void stop() const {
    const unsigned long long taken = clock64() - begin;
    if (threadIdx.x % 32 == 0) atomicMax(m.cycles, taken);
  }
};

__device__ void load_words(const Measured& m, const unsigned char* tiles) {
  const unsigned at = address_of(tiles) + threadIdx.x % 32 * 4;
  unsigned sum = 0;
#pragma unroll 1
  for (int i = 0; i < m.loads; i += 16) {
    unsigned value[16];
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(value[j]) : "r"(at));
    }
#pragma unroll
    for (int j = 0; j < 16; ++j) sum ^= value[j];
  }
  if (sum == 12345) *m.out = sum;
}

struct Box {
  CUtensorMap map;
  const unsigned char* global;
  unsigned bytes, phase_copies;
};

template <int kKind>
__global__ void __launch_bounds__(kThreads) copies(Measured m, const __grid_constant__ Box box) {
  extern __shared__ __align__(1024) unsigned char tiles[];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned wait_at = address_of(&barrier), to = address_of(tiles);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(wait_at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  const Watch watch(m);
  if (threadIdx.x == 0) {
    for (int round = 0; round < m.rounds; ++round) {
      if (kKind < 2) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(wait_at),
                     "r"(box.bytes * box.phase_copies)
                     : "memory");
      }
      for (unsigned i = 0; i < box.phase_copies; ++i) {
        if (kKind == 0) {
          asm volatile(
              "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
              "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
              "l"(&box.map), "r"(0), "r"(0), "r"(wait_at)
              : "memory");
        } else if (kKind == 1) {
          asm volatile(
              "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
              "[%3];" ::"r"(to),
              "l"(box.global), "r"(box.bytes), "r"(wait_at)
              : "memory");
        } else if (kKind == 2) {
          asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(to),
                       "l"(&box.map), "r"(0), "r"(0)
                       : "memory");
        } else {
          asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%1], [%0], %2;" ::"r"(to),
                       "l"(box.global), "r"(box.bytes)
                       : "memory");
        }
      }
      if (kKind < 2) {
        asm volatile(
            "{\n .reg .pred over;\n"
            "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
            " @!over bra AGAIN;\n}" ::"r"(wait_at),
            "r"(round & 1)
            : "memory");
      } else {
        asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
      }
    }
  } else if (threadIdx.x >= 128) {
    load_words(m, tiles);
  }
  watch.stop();
}

__global__ void __launch_bounds__(kThreads) loads_alone(Measured m) {
  extern __shared__ __align__(1024) unsigned char tiles[];
  const Watch watch(m);
  if (threadIdx.x >= 128) load_words(m, tiles);
  watch.stop();
}

using Launch = std::function<void(const Measured&)>;
struct Form {
  const char* name;
  int instructions;  // a round
  Launch launch;
};

template <class Kernel, class... Arguments>
void launch(Kernel* kernel, const Measured& m, const Arguments&... arguments) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared), "shared memory");
  kernel<<<1, kThreads, kShared>>>(m, arguments...);
}

template <int kKind>
void add_copy(std::vector<Form>& all, const char* name, unsigned char* memory, unsigned rows, unsigned width,
              CUtensorMapSwizzle swizzle) {
  Box box;
  box.map = boxes_of(memory, CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 1024, 1024, 1024, rows,
                     CU_TENSOR_MAP_L2_PROMOTION_NONE, swizzle, width);
  box.global = memory;
  box.bytes = rows * width;
  box.phase_copies = 8;
  all.push_back({name, 8, [box](const Measured& m) { launch(copies<kKind>, m, box); }});
}
"""

COPIES = []
for rows, width, swizzle in ((8, 16, 0), (8, 32, 0), (8, 128, 0), (64, 16, 0), (64, 32, 0), (64, 64, 0), (64, 128, 0),
                             (64, 256, 0), (64, 128, 128), (64, 64, 64), (64, 32, 32), (64, 64, 128), (256, 32, 0),
                             (1, 256, 0), (100, 48, 0)):
    if width <= (swizzle or 256):
        COPIES.append((0, "tensor_load", rows, width, swizzle))
for rows, width, swizzle in ((8, 128, 0), (64, 32, 0), (64, 128, 0), (64, 128, 128), (64, 16, 0)):
    COPIES.append((2, "tensor_store", rows, width, swizzle))
for bytes_ in (16, 32, 128, 1024, 16384):
    COPIES.append((1, "bulk_load", 1, bytes_, 0))
    COPIES.append((3, "bulk_store", 1, bytes_, 0))

TAIL = r"""
int main(int count, char** words) {
  const bool is_counting = count > 1 && std::strcmp(words[1], "counters") == 0;
  unsigned char* memory = device_array<unsigned char>(1 << 20);
  check(cudaMemset(memory, 0, 1 << 20), "cudaMemset");
  unsigned long long* cycles = device_array<unsigned long long>(1);
  unsigned* out = device_array<unsigned>(1);
  std::vector<Form> forms;
  add_forms(forms, memory);
  const auto run = [&](const Launch& launch, int rounds, int loads) {
    unsigned long long least = ~0ull;
    for (int i = 0; i < (is_counting ? 1 : 4); ++i) {
      check(cudaMemset(cycles, 0, sizeof *cycles), "cudaMemset");
      launch({cycles, out, rounds, loads});
      check(cudaDeviceSynchronize(), "launch");
      unsigned long long taken = 0;
      check(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDefault), "copy");
      least = taken < least ? taken : least;
    }
    return static_cast<double>(least);
  };
  const Launch loads_only = [](const Measured& m) { launch(loads_alone, m); };
  if (is_counting) {
    run(loads_only, 0, 64);
    std::printf("loads\t64 words by 8 warps\n");
    for (const Form& form : forms) {
      run(form.launch, 4, 0);
      std::printf("%s\t%d\n", form.name, 4 * form.instructions);
    }
    return 0;
  }
  std::printf("# form\tcycles of one alone\twith loads of 1 and of 2 times its time: cycles in all, wavefronts of the loads, cycles more an instruction than these\n");
  for (const Form& form : forms) {
    const int rounds = 64;
    const double none = run(form.launch, 0, 0), alone = run(form.launch, rounds, 0) - none;
    const double each = rounds * form.instructions;
    std::printf("%s\t%.2f", form.name, alone / each);
    for (const int times : {1, 2}) {
      const int loads = (static_cast<int>(times * alone / kLoadWarps) + 15) / 16 * 16;
      const double together = run(form.launch, rounds, loads), only = run(form.launch, 0, loads);
      std::printf("\t%.0f %d %.2f", together - none, loads * kLoadWarps, (together - only) / each);
    }
    std::printf("\n");
  }
}
"""


def main():
    print(HEAD)
    for form in forms():
        print(kernel(form))
    print("void add_forms(std::vector<Form>& all, unsigned char* memory) {")
    for form in forms():
        name = name_of(form)
        print(f'  all.push_back({{"{name}", kTurns, [](const Measured& m) {{ launch({name}, m); }}}});')
    for kind, name, rows, width, swizzle in COPIES:
        mode = f"CU_TENSOR_MAP_SWIZZLE_{swizzle}B" if swizzle else "CU_TENSOR_MAP_SWIZZLE_NONE"
        if kind % 2 == 1 and width > 256:
            print(f'  {{ Box box; box.global = memory; box.bytes = {width}; box.phase_copies = 8; '
                  f'all.push_back({{"{name}_{width}", 8, [box](const Measured& m) {{ launch(copies<{kind}>, m, box); }}}}); }}')
            continue
        print(f'  add_copy<{kind}>(all, "{name}_{rows}x{width}_swizzle{swizzle}", memory, {rows}, {width}, {mode});')
    print("}")
    print(TAIL)


main()
