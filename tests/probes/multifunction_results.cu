// What multifunction_unit.py fits: a GPU's results for whole stretches of inputs.
//
//   nvcc -std=c++20 -O2 -gencode=arch=compute_90a,code=sm_90a -o multifunction_results
//     tests/probes/multifunction_results.cu && ./multifunction_results results
//
// It writes results/FUNCTION for each function: 2^23 results, words of 32 bits, for each power of
// two that the function is fitted from. About 1.1 GB; they differ by little and compress to 3 MB.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace {

#define CHECK(call)                                            \
  if (const cudaError_t error = call; error != cudaSuccess) {  \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error)); \
    std::exit(1);                                              \
  }
#define FUNCTION(name)                                                                     \
  __global__ void name##_kernel(std::uint32_t first, std::uint32_t* out) {                 \
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;                         \
    float y;                                                                               \
    asm volatile(#name ".approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(first + i))); \
    out[i] = __float_as_uint(y);                                                           \
  }
FUNCTION(rcp)
FUNCTION(rsqrt)
FUNCTION(sqrt)
FUNCTION(ex2)
FUNCTION(lg2)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tanh)

constexpr std::uint32_t kCount = 1u << 23;

struct Function {
  const char* name;
  void (*kernel)(std::uint32_t, std::uint32_t*);
  std::vector<float> starts;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::printf("say where to, as in: multifunction_results results\n");
    return 1;
  }
  const Function functions[] = {
      {"rcp", rcp_kernel, {1}},
      {"rsqrt", rsqrt_kernel, {1, 2}},
      {"sqrt", sqrt_kernel, {1, 2}},
      {"ex2", ex2_kernel, {1}},
      {"lg2", lg2_kernel, {1}},
      {"sin", sin_kernel, {0.5f, 1}},
      {"cos", cos_kernel, {1}},
      {"tanh",
       tanh_kernel,
       {0x1p-8f, 0x1p-7f, 0x1p-6f, 0x1p-5f, 0x1p-4f, 0.125f, 0.25f, 0.5f, 1, 2, 4}},
  };
  std::filesystem::create_directories(arguments[1]);
  std::uint32_t* device;
  CHECK(cudaMalloc(&device, std::size_t{kCount} * 4));
  std::vector<std::uint32_t> host(kCount);
  for (const Function& function : functions) {
    const auto path = std::filesystem::path(arguments[1]) / function.name;
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
      std::printf("cannot write %s\n", path.c_str());
      return 1;
    }
    for (const float start : function.starts) {
      function.kernel<<<kCount / 256, 256>>>(std::bit_cast<std::uint32_t>(start), device);
      CHECK(cudaMemcpy(host.data(), device, std::size_t{kCount} * 4, cudaMemcpyDeviceToHost));
      std::fwrite(host.data(), 4, host.size(), file);
    }
    std::fclose(file);
  }
}
