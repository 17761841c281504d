// Ways to add vectors that are misaligned alike, differently, or not at all, beside the copy and
// the aligned float4 form: docs/ladders/add.md has what it said.
//
//   nvcc -O3 -std=c++17 -arch=sm_90 -cudart static tests/probes/add.cu -o probe_add
//   ./probe_add 50 268435456 16785409
#include "side_by_side.cuh"

namespace looped {
#include "../../kernels/catalog/add/vector4.cu"
}
namespace one {
#include "../../kernels/catalog/add/one_vector.cu"
}
namespace peeled {
#include "../../kernels/catalog/add/peeled.cu"
}
namespace shuffled {
#include "../../kernels/catalog/add/misaligned_shuffle.cu"
}
namespace separate {
#include "../../kernels/catalog/add/fastest.cu"
}
namespace inverted {
#include "../../kernels/catalog/invert/vector16.cu"
}
namespace inverted_anywhere {
#include "../../kernels/catalog/invert/peeled.cu"
}

// Floats one by one, kEach of them a thread, a block's width apart: no alignment is asked for.
template <int kEach>
__global__ void one_by_one(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ c, int n) {
  const int first = blockIdx.x * blockDim.x * kEach + threadIdx.x;
  float x[kEach], y[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) x[k] = a[i], y[k] = b[i];
  }
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) c[i] = x[k] + y[k];
  }
}

// add_misaligned_shuffle without its loop: a vector a thread, the rest from the next lane.
__global__ void shuffled_once(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ c, int n) {
  using namespace shuffled;
  int prologue = kSector - shuffled::floats_behind(c, kSector);
  if (prologue < shuffled::kVector - 1) prologue += kSector;
  const int vectors = (n - prologue) / shuffled::kVector - 1;
  const int epilogue = prologue + vectors * shuffled::kVector;
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v - static_cast<int>(threadIdx.x % kWarp) < vectors) {
    const float4 x = load_misaligned(a + prologue, v, vectors);
    const float4 y = load_misaligned(b + prologue, v, vectors);
    if (v < vectors) {
      reinterpret_cast<float4*>(c + prologue)[v] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
    }
  }
  shuffled::add_scalars(a, b, c, prologue);
  shuffled::add_scalars(a + epilogue, b + epilogue, c + epilogue, n - epilogue);
}

// The rest by a second load of the next aligned float4, which is the next lane's first.
__device__ float4 load_joined(const float* from, int v) {
  const int shift = shuffled::floats_behind(from, shuffled::kVector);
  const float4* aligned = reinterpret_cast<const float4*>(from - shift) + v;
  return shift == 0 ? *aligned : shuffled::joined(aligned[0], aligned[1], shift);
}
__global__ void joined_once(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ c, int n) {
  using namespace shuffled;
  int prologue = kSector - shuffled::floats_behind(c, kSector);
  if (prologue < shuffled::kVector - 1) prologue += kSector;
  const int vectors = (n - prologue) / shuffled::kVector - 1;
  const int epilogue = prologue + vectors * shuffled::kVector;
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < vectors) {
    const float4 x = load_joined(a + prologue, v);
    const float4 y = load_joined(b + prologue, v);
    reinterpret_cast<float4*>(c + prologue)[v] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  }
  shuffled::add_scalars(a, b, c, prologue);
  shuffled::add_scalars(a + epilogue, b + epilogue, c + epilogue, n - epilogue);
}

__global__ void count_wrong(const float* a, const float* b, const float* c, int n,
                            unsigned long long* wrong) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (c[i] != a[i] + b[i]) atomicAdd(wrong, 1ull);
  }
}

// invert_coarsened<4> with its loads before its stores: as add_fastest, in place.
__global__ void loads_first(unsigned* image, int pixels) {
  const int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  unsigned loaded[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < pixels) loaded[k] = image[i];
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < pixels) image[i] = loaded[k] ^ 0x00ffffff;
  }
}

struct Offsets {
  int a, b, c;
};

void additions(int n, const Offsets& at, int repetitions) {
  float* whole[3];
  for (float*& each : whole) each = device_array<float>(size_t(n) + 64);
  float *a = whole[0] + at.a, *b = whole[1] + at.b, *c = whole[2] + at.c;
  fill_at_random<<<1024, 256>>>(whole[0], size_t(n) + 64);
  fill_at_random<<<1024, 256>>>(whole[1], size_t(n) + 32);
  unsigned long long* wrong;
  check(cudaMallocManaged(&wrong, sizeof *wrong), "cudaMallocManaged");
  SideBySide table(std::to_string(n) + " elements, offsets " + std::to_string(at.a) + " " +
                       std::to_string(at.b) + " " + std::to_string(at.c),
                   12.0 * n);
  const auto add = [&](const char* name, const std::function<void()>& run) {
    cudaMemset(whole[2], 0xff, (size_t(n) + 64) * 4);
    *wrong = 0;
    run();
    count_wrong<<<1024, 256>>>(a, b, c, n, wrong);
    check(cudaDeviceSynchronize(), name);
    table.add(name, run, *wrong);
  };
  const int vectors = n / 1024 + 1;  // blocks of 256 threads
  // As many bytes as an addition moves, as fast as cudaMemcpy moves half as many each way.
  table.add("cudaMemcpy of 6 bytes an element", [=] {
    cudaMemcpyAsync(whole[2], whole[0], size_t(n) * 4, cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(whole[2], whole[1], size_t(n) * 2, cudaMemcpyDeviceToDevice);
  });
  add("add/vector4", [=] { looped::add_vector4<<<1056, 256>>>(a, b, c, n); });
  add("add/one_vector", [=] { one::add_one_vector<<<vectors, 256>>>(a, b, c, n); });
  add("add/fastest", [=] { separate::add_fastest<<<vectors, 256>>>(a, b, c, n); });
  add("add/fastest, 512 threads",
      [=] { separate::add_fastest<<<n / 2048 + 1, 512>>>(a, b, c, n); });
  add("joined, a vector a thread", [=] { joined_once<<<vectors, 256>>>(a, b, c, n); });
  if (at.a % 4 == at.c % 4 && at.b % 4 == at.c % 4) {
    add("add/peeled", [=] { peeled::add_peeled<<<1056, 256>>>(a, b, c, n); });
    add("add/peeled, a vector a thread", [=] { peeled::add_peeled<<<vectors, 256>>>(a, b, c, n); });
  }
  add("add/misaligned_shuffle",
      [=] { shuffled::add_misaligned_shuffle<<<1056, 256>>>(a, b, c, n); });
  add("shuffled, a vector a thread", [=] { shuffled_once<<<vectors, 256>>>(a, b, c, n); });
  add("one by one, 2 a thread", [=] { one_by_one<2><<<n / 512 + 1, 256>>>(a, b, c, n); });
  add("one by one, 8 a thread", [=] { one_by_one<8><<<n / 2048 + 1, 256>>>(a, b, c, n); });
  table.print(repetitions);
  for (float* each : whole) cudaFree(each);
  cudaFree(wrong);
}

void inversions(int pixels, int offset, int repetitions) {
  unsigned* whole = device_array<unsigned>(size_t(pixels) + 8);
  unsigned* image = whole + offset;
  unsigned* other = device_array<unsigned>(pixels);
  SideBySide table(std::to_string(pixels) + " pixels, offset " + std::to_string(offset),
                   8.0 * pixels);
  table.add("cudaMemcpy",
            [=] { cudaMemcpyAsync(other, whole, size_t(pixels) * 4, cudaMemcpyDeviceToDevice); });
  const int blocks = pixels / 1024 + 1;
  if (offset % 4 == 0) {
    table.add("invert/vector16",
              [=] { inverted::invert_vector16<<<blocks, 256>>>(image, pixels); });
  }
  table.add("invert/peeled",
            [=] { inverted_anywhere::invert_peeled<<<blocks, 256>>>(image, pixels); });
  table.add("loads first, a pixel an access", [=] { loads_first<<<blocks, 256>>>(image, pixels); });
  table.print(repetitions);
  cudaFree(whole);
  cudaFree(other);
}

int main(int count, char** words) {
  const int repetitions = std::atoi(words[1]);
  for (int k = 2; k < count; ++k) {
    const int n = std::atoi(words[k]);
    for (const Offsets& at : {Offsets{0, 0, 0}, Offsets{1, 1, 1}, Offsets{4, 4, 4},
                              Offsets{0, 0, 1}, Offsets{1, 2, 0}, Offsets{1, 2, 3}}) {
      additions(n, at, repetitions);
    }
    for (const int offset : {0, 1, 4}) inversions(n, offset, repetitions);
  }
}
