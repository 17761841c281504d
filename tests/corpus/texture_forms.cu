// nvcc: -arch=compute_90
// Forms of texture and surface instructions that PTX has and CUDA C++ does not.
#pragma nv_diag_suppress 550  // channels that nobody wants

// Neighbours by offsets in the instruction: of a filtered image, of texels by whole numbers, of a
// row, of a volume and of four texels around a corner.
extern "C" __global__ void neighbours(cudaTextureObject_t image, cudaTextureObject_t row,
                                      cudaTextureObject_t volume, float* out, int right) {
  int x = threadIdx.x, y = blockIdx.x;
  float4 unused;
  float* to = out + 5 * (y * blockDim.x + x);
  asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, -1};"
      : "=f"(to[0]), "=f"(unused.x), "=f"(unused.y), "=f"(unused.z)
      : "l"(image), "f"(x + 0.75f), "f"(y + 0.5f), "r"(right));
  asm("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}], {-1, 1};"
      : "=f"(to[1]), "=f"(unused.x), "=f"(unused.y), "=f"(unused.z)
      : "l"(image), "r"(x), "r"(y));
  asm("tex.level.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6, {3};"
      : "=f"(to[2]), "=f"(unused.x), "=f"(unused.y), "=f"(unused.z)
      : "l"(row), "f"(x + 0.5f), "f"(0.0f));
  asm("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], {0, 0, 1, 0};"
      : "=f"(to[3]), "=f"(unused.x), "=f"(unused.y), "=f"(unused.z)
      : "l"(volume), "f"(x + 0.5f), "f"(y + 0.5f), "f"(0.5f));
  asm("tld4.r.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {1, 0};"
      : "=f"(to[4]), "=f"(unused.x), "=f"(unused.y), "=f"(unused.z)
      : "l"(image), "f"(x + 1.0f), "f"(y + 1.0f));
}

// Channels as halves, one by one and in pairs.
extern "C" __global__ void as_halves(cudaTextureObject_t image, unsigned short* out,
                                     unsigned* pairs) {
  int x = threadIdx.x, y = blockIdx.x, i = y * blockDim.x + x;
  asm("tex.2d.v4.f16.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
      : "=h"(out[4 * i]), "=h"(out[4 * i + 1]), "=h"(out[4 * i + 2]), "=h"(out[4 * i + 3])
      : "l"(image), "f"(x + 0.5f), "f"(y + 0.5f));
  asm("tex.2d.v2.f16x2.s32 {%0, %1}, [%2, {%3, %4}];"
      : "=r"(pairs[2 * i]), "=r"(pairs[2 * i + 1])
      : "l"(image), "r"(x), "r"(y));
}

// Stores by texels, which are made of floats and of whole numbers.
extern "C" __global__ void formatted(cudaSurfaceObject_t halves, cudaSurfaceObject_t bytes,
                                     cudaSurfaceObject_t words, const float4* in, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  float4 value = in[y * width + x];
  asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(halves), "r"(x),
               "r"(y), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w));
  asm volatile("sust.p.a2d.v2.b32.zero [%0, {%1, %2, %3, %3}], {%4, %5};" ::"l"(bytes), "r"(1),
               "r"(x + 1), "r"(y), "r"(-x), "r"(y));
  asm volatile("sust.p.1d.b32.clamp [%0, {%1}], %2;" ::"l"(words), "r"(x == 0 ? -5 : x),
               "r"(1000 + x));
}

// A histogram and what else a surface keeps of many threads.
extern "C" __global__ void reduced(cudaSurfaceObject_t counts, cudaSurfaceObject_t extremes,
                                   cudaSurfaceObject_t wide, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
  asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %2;" ::"l"(counts), "r"((value & 7) * 4),
               "r"(1));
  asm volatile("sured.p.add.1d.b32.zero [%0, %1], %2;" ::"l"(counts), "r"(8 + (value & 15)),
               "r"(value));
  asm volatile("sured.p.min.2d.b32.clamp [%0, {%1, %2}], %3;" ::"l"(extremes), "r"(-3), "r"(0),
               "r"(value));
  asm volatile("sured.b.max.2d.s32.trap [%0, {%1, %2}], %3;" ::"l"(extremes), "r"(4), "r"(0),
               "r"(value));
  asm volatile("sured.b.min.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(extremes), "r"(0), "r"(1),
               "r"(value));
  asm volatile("sured.b.and.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(extremes), "r"(4), "r"(1),
               "r"(value));
  asm volatile("sured.p.or.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(extremes), "r"(2), "r"(1),
               "r"(value));
  asm volatile("sured.b.add.3d.u64.trap [%0, {%1, %2, %3, %3}], %4;" ::"l"(wide), "r"(8), "r"(0),
               "r"(1), "l"((long long)value << 20));
  asm volatile("sured.b.max.3d.s64.trap [%0, {%1, %2, %3, %3}], %4;" ::"l"(wide), "r"(0), "r"(1),
               "r"(0), "l"((long long)value << 20));
}

// What textures and surfaces say of themselves.
extern "C" __global__ void asked(cudaTextureObject_t texture, cudaSurfaceObject_t surface,
                                 cudaTextureObject_t cube, unsigned* out) {
  asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(texture));
  asm("txq.level.height.b32 %0, [%1], 0;" : "=r"(out[1]) : "l"(texture));
  asm("suq.width.b32 %0, [%1];" : "=r"(out[2]) : "l"(surface));
  asm("suq.depth.b32 %0, [%1];" : "=r"(out[3]) : "l"(surface));
  asm("txq.width.b32 %0, [%1];" : "=r"(out[4]) : "l"(cube));
}
