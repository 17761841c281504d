// What memory's units take: shared memory, L1, L2, atomics, texture.
#pragma once

#include "unit_rates.cuh"

inline constexpr size_t kMemoryBytes = size_t{1} << 28;
inline constexpr int kAccesses = 512;

// `at`: 32-bit words from the thread's place on; %0 is what comes, %1 the address in `space`.
#define SHARED(name, unit, amount, index, body)                                            \
  __global__ void __launch_bounds__(kThreads) rate_##name(unsigned* out, Times* times) {   \
    __shared__ alignas(16) unsigned words[kThreads * 4];                                   \
    for (int i = threadIdx.x; i < kThreads * 4; i += kThreads) words[i] = out[i];          \
    const unsigned thread = threadIdx.x, lane = thread % 32;                               \
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(words + (index)));        \
    unsigned value[4] = {thread, lane, 0, 0}, sum = 0;                                     \
    const Stopwatch watch;                                                                 \
    _Pragma("unroll 16") for (int i = 0; i < kAccesses; ++i) {                             \
      body;                                                                                \
      sum ^= value[0];                                                                     \
    }                                                                                      \
    watch.stop(times);                                                                     \
    if (sum + value[1] + value[2] + value[3] + at == 0x12345) out[thread] = words[thread]; \
  }                                                                                        \
  inline void measure_##name(void* memory) {                                               \
    check(cudaMemset(memory, 0, kMemoryBytes), "cudaMemset");                              \
    const double cycles = cycles_of([&](int blocks, Times* times) {                        \
      rate_##name<<<blocks, kThreads>>>(static_cast<unsigned*>(memory), times);            \
    });                                                                                    \
    print_rate(#name, static_cast<double>(amount) * kThreads * kAccesses, cycles, unit);   \
  }

SHARED(ld_shared_4, "bytes", 4, thread,
       asm volatile("ld.volatile.shared.b32 %0, [%1];"
                    : "=r"(value[0])
                    : "r"(at)))
SHARED(ld_shared_8, "bytes", 8, thread * 2,
       asm volatile("ld.volatile.shared.v2.b32 {%0, %1}, [%2];"
                    : "=r"(value[0]), "=r"(value[1])
                    : "r"(at)))
SHARED(ld_shared_16, "bytes", 16, thread * 4,
       asm volatile("ld.volatile.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                    : "=r"(value[0]), "=r"(value[1]), "=r"(value[2]), "=r"(value[3])
                    : "r"(at)))
SHARED(ld_shared_broadcast, "bytes", 4, 0,
       asm volatile("ld.volatile.shared.b32 %0, [%1];"
                    : "=r"(value[0])
                    : "r"(at)))
SHARED(st_shared_4, "bytes", 4, thread,
       asm volatile("st.volatile.shared.b32 [%0], %1;" ::"r"(at), "r"(value[1])
                    : "memory"))
SHARED(st_shared_16, "bytes", 16, thread * 4,
       asm volatile("st.volatile.shared.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(value[1])
                    : "memory"))
SHARED(ldmatrix_x4, "bytes", 16, thread * 4,
       asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                    : "=r"(value[0]), "=r"(value[1]), "=r"(value[2]), "=r"(value[3])
                    : "r"(at));
       at += value[0])
SHARED(red_shared_add_spread, "lanes", 1, thread,
       asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value[1])
                    : "memory"))
SHARED(red_shared_add_warp, "lanes", 1, thread / 32,
       asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value[1])
                    : "memory"))
SHARED(red_shared_add_block, "lanes", 1, 0,
       asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(at), "r"(value[1])
                    : "memory"))
SHARED(atom_shared_add_spread, "lanes", 1, thread,
       asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                    : "=r"(value[0])
                    : "r"(at), "r"(value[1])))
SHARED(atom_shared_add_warp, "lanes", 1, thread / 32,
       asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                    : "=r"(value[0])
                    : "r"(at), "r"(value[1])))
SHARED(atom_shared_exch_spread, "lanes", 1, thread,
       asm volatile("atom.shared.exch.b32 %0, [%1], %2;"
                    : "=r"(value[0])
                    : "r"(at), "r"(value[1])))
SHARED(atom_shared_cas_spread, "lanes", 1, thread,
       asm volatile("atom.shared.cas.b32 %0, [%1], %2, 0;"
                    : "=r"(value[0])
                    : "r"(at), "r"(value[1])))
SHARED(atom_shared_add_f32_spread, "lanes", 1, thread,
       asm volatile("{.reg .f32 f;\n atom.shared.add.f32 f, [%1], 0f3f800000;\n mov.b32 %0, f;}"
                    : "=r"(value[0])
                    : "r"(at)))

// Global memory: `words` words of each thread's apart from the next access's.
#define GLOBAL(name, unit, amount, index, step, body)                                    \
  __global__ void __launch_bounds__(kThreads) rate_##name(unsigned* out, Times* times) { \
    const size_t thread = threadIdx.x, block = blockIdx.x, lane = thread % 32;           \
    unsigned* at = out + (index);                                                        \
    unsigned value[4] = {1, static_cast<unsigned>(lane + block), 0, 0}, sum = 0;         \
    const Stopwatch watch;                                                               \
    _Pragma("unroll 8") for (int i = 0; i < kAccesses; ++i) {                            \
      body;                                                                              \
      at += (step);                                                                      \
      sum ^= value[0];                                                                   \
    }                                                                                    \
    watch.stop(times);                                                                   \
    if (sum == 0x12345 || at == reinterpret_cast<unsigned*>(times))                      \
      out[thread] = sum + value[1] + value[2] + value[3];                                \
  }                                                                                      \
  inline void measure_##name(void* memory) {                                             \
    check(cudaMemset(memory, 0, kMemoryBytes), "cudaMemset");                            \
    const double cycles = cycles_of([&](int blocks, Times* times) {                      \
      rate_##name<<<blocks, kThreads>>>(static_cast<unsigned*>(memory), times);          \
    });                                                                                  \
    print_rate(#name, static_cast<double>(amount) * kThreads * kAccesses, cycles, unit); \
  }

// Four loads, of zeros, on which the next four's addresses depend.
#define LOADS4(cache, apart)                                                                  \
  unsigned word[4];                                                                           \
  for (int j = 0; j < 4; ++j) {                                                               \
    asm volatile("ld.global" cache ".b32 %0, [%1];" : "=r"(word[j]) : "l"(at + j * (apart))); \
  }                                                                                           \
  at += word[0] + word[1] + word[2] + word[3]
#define LOADS16(cache, apart)                                                         \
  uint4 word[4];                                                                      \
  for (int j = 0; j < 4; ++j) {                                                       \
    asm volatile("ld.global" cache ".v4.b32 {%0, %1, %2, %3}, [%4];"                  \
                 : "=r"(word[j].x), "=r"(word[j].y), "=r"(word[j].z), "=r"(word[j].w) \
                 : "l"(at + j * (apart)));                                            \
  }                                                                                   \
  for (const uint4& one : word) at += one.x + one.y + one.z + one.w
#define RED(type) \
  asm volatile("red.global.add." type " [%0], %1;" ::"l"(at), "r"(value[1]) : "memory")
#define ATOM \
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(value[0]) : "l"(at), "r"(value[1]))

GLOBAL(ld_l1_4, "bytes", 4 * 4, thread, 0, LOADS4("", kThreads))
GLOBAL(ld_l1_16, "bytes", 4 * 16, thread * 4, 0, LOADS16("", 4 * kThreads))
// Lanes so many words apart: lines and banks, as many as there are of each.
GLOBAL(ld_l1_4_stride_2, "lanes", 4, lane * 2, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_4, "lanes", 4, lane * 4, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_5, "lanes", 4, lane * 5, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_8, "lanes", 4, lane * 8, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_9, "lanes", 4, lane * 9, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_16, "lanes", 4, lane * 16, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_17, "lanes", 4, lane * 17, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_32, "lanes", 4, lane * 32, 0, LOADS4("", 1024))
GLOBAL(ld_l1_4_stride_33, "lanes", 4, lane * 33, 0, LOADS4("", 1024 + 64))
GLOBAL(ld_l1_4_one_word, "lanes", 4, 0, 0, LOADS4("", 1024))
GLOBAL(ld_l2_16, "bytes", 4 * 16, block* kThreads * 16 + thread * 4, 0,
       LOADS16(".cg", 4 * kThreads))
GLOBAL(ld_l2_16_all, "bytes", 4 * 16, thread * 4, kThreads * 16, LOADS16(".cg", 4 * kThreads))
GLOBAL(red_global_one_word, "lanes", 1, 0, 0, RED("u32"))
GLOBAL(red_global_word_a_warp, "lanes", 1, thread / 32 * 32, 0, RED("u32"))
GLOBAL(red_global_word_a_block, "lanes", 1, block * 32, 0, RED("u32"))
GLOBAL(red_global_sector, "lanes", 1, lane % 8 + block * 1024, 0, RED("u32"))
GLOBAL(red_global_spread, "lanes", 1, block* kThreads + thread, 0, RED("u32"))
GLOBAL(red_global_scattered, "lanes", 1, (block * kThreads + thread) * 8, 0, RED("u32"))
GLOBAL(red_global_one_word_a_lane, "lanes", 1.0 / 32, 0, 0, if (lane == 0) RED("u32"))
GLOBAL(red_global_word_a_warp_a_lane, "lanes", 1.0 / 32, thread / 32 * 32, 0,
       if (lane == 0) RED("u32"))
GLOBAL(red_global_f32_word_a_warp, "lanes", 1, thread / 32 * 32, 0,
       asm volatile("red.global.add.f32 [%0], 0f3f800000;" ::"l"(at)
                    : "memory"))
GLOBAL(red_global_f32_one_word_a_lane, "lanes", 1.0 / 32, 0, 0,
       if (lane == 0) asm volatile("red.global.add.f32 [%0], 0f3f800000;" ::"l"(at)
                                   : "memory"))
GLOBAL(atom_global_one_word, "lanes", 1, 0, 0, ATOM)
GLOBAL(atom_global_word_a_block, "lanes", 1, block * 32, 0, ATOM)
GLOBAL(atom_global_spread, "lanes", 1, block* kThreads + thread, 0, ATOM)
GLOBAL(atom_global_scattered, "lanes", 1, (block * kThreads + thread) * 8, 0, ATOM)
GLOBAL(red_global_f32_spread, "lanes", 1, block* kThreads + thread, 0,
       asm volatile("red.global.add.f32 [%0], 0f3f800000;" ::"l"(at)
                    : "memory"))
GLOBAL(red_global_f32_one_word, "lanes", 1, 0, 0,
       asm volatile("red.global.add.f32 [%0], 0f3f800000;" ::"l"(at)
                    : "memory"))

template <class Texel>
__global__ void __launch_bounds__(kThreads)
    rate_texture(cudaTextureObject_t texture, float* out, Times* times) {
  const float x = threadIdx.x % 32 + 0.25f, y = threadIdx.x / 32 + 0.25f;
  float sum = 0;
  const Stopwatch watch;
#pragma unroll 8
  for (int i = 0; i < kAccesses; ++i) {
    const Texel texel = tex2D<Texel>(texture, x, y + (i & 31));
    sum += reinterpret_cast<const float&>(texel);
  }
  watch.stop(times);
  out[threadIdx.x] = sum;
}

template <class Texel>
void measure_texture(const char* name, void* memory, cudaTextureFilterMode filter) {
  cudaArray_t array = nullptr;
  const auto format = cudaCreateChannelDesc<Texel>();
  check(cudaMallocArray(&array, &format, 64, 64), "cudaMallocArray");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.filterMode = filter;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &how, nullptr), "cudaCreateTextureObject");
  const double cycles = cycles_of([&](int blocks, Times* times) {
    rate_texture<Texel><<<blocks, kThreads>>>(texture, static_cast<float*>(memory), times);
  });
  print_rate(name, 1.0 * kThreads * kAccesses, cycles, "texels");
  check(cudaDestroyTextureObject(texture), "cudaDestroyTextureObject");
  check(cudaFreeArray(array), "cudaFreeArray");
}

inline void measure_memory_rates(void* memory) {
#define M(name) measure_##name(memory);
  M(ld_shared_4)
  M(ld_shared_8)
  M(ld_shared_16)
  M(ld_shared_broadcast)
  M(st_shared_4)
  M(st_shared_16)
  M(ldmatrix_x4)
  M(red_shared_add_spread)
  M(red_shared_add_warp)
  M(red_shared_add_block) M(atom_shared_add_spread) M(atom_shared_add_warp) M(
      atom_shared_exch_spread) M(atom_shared_cas_spread) M(atom_shared_add_f32_spread) M(ld_l1_4)
      M(ld_l1_16) M(ld_l1_4_stride_2) M(ld_l1_4_stride_4) M(ld_l1_4_stride_5) M(ld_l1_4_stride_8)
          M(ld_l1_4_stride_9) M(ld_l1_4_stride_16) M(ld_l1_4_stride_17) M(ld_l1_4_stride_32)
              M(ld_l1_4_stride_33) M(ld_l1_4_one_word) M(ld_l2_16) M(ld_l2_16_all)
                  M(red_global_one_word) M(red_global_word_a_warp) M(red_global_word_a_block)
                      M(red_global_sector) M(red_global_spread) M(red_global_scattered)
                          M(red_global_one_word_a_lane) M(red_global_word_a_warp_a_lane)
                              M(red_global_f32_word_a_warp) M(red_global_f32_one_word_a_lane)
                                  M(atom_global_one_word) M(atom_global_word_a_block)
                                      M(atom_global_spread) M(atom_global_scattered)
                                          M(red_global_f32_spread) M(red_global_f32_one_word)
#undef M
                                              measure_texture<float>("tex_2d_f32_nearest", memory,
                                                                     cudaFilterModePoint);
  measure_texture<float4>("tex_2d_f32x4_nearest", memory, cudaFilterModePoint);
  measure_texture<float>("tex_2d_f32_linear", memory, cudaFilterModeLinear);
}
