// NVRTC: PTX, and a cubin, of a template's instances.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

static const char* const kSource = R"(
template <class T, int N> __global__ void axpy(T a, const T* x, T* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) y[i] += a * x[i];
}
extern "C" __global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
)";

int main() {
  CUdevice device;
  CUcontext context;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  for (const char* option : {"-arch=compute_90", "-arch=sm_90"}) {
    nvrtcProgram program;
    nvrtcCreateProgram(&program, kSource, "kernels.cu", 0, nullptr, nullptr);
    nvrtcAddNameExpression(program, "axpy<float, 1000>");
    nvrtcAddNameExpression(program, "axpy<double, 500>");
    const char* options[] = {option, "-lineinfo"};
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS) return 1;
    std::size_t bytes;
    const bool is_ptx = option[6] == 'c';
    is_ptx ? nvrtcGetPTXSize(program, &bytes) : nvrtcGetCUBINSize(program, &bytes);
    std::vector<char> image(bytes);
    is_ptx ? nvrtcGetPTX(program, image.data()) : nvrtcGetCUBIN(program, image.data());
    CUmodule module;
    if (cuModuleLoadData(&module, image.data()) != CUDA_SUCCESS) return 2;
    CUdeviceptr x, y, bins;
    cuMemAlloc(&x, 8192);
    cuMemAlloc(&y, 8192);
    cuMemAlloc(&bins, 1024);
    cuMemsetD32(x, 0x3f800000, 2048);
    cuMemsetD8(y, 0, 8192);
    cuMemsetD8(bins, 0, 1024);
    const char* name;
    CUfunction function;
    nvrtcGetLoweredName(program, "axpy<float, 1000>", &name);
    cuModuleGetFunction(&function, module, name);
    float a = 2;
    void* floats[] = {&a, &x, &y};
    cuLaunchKernel(function, 4, 1, 1, 256, 1, 1, 0, nullptr, floats, nullptr);
    nvrtcGetLoweredName(program, "axpy<double, 500>", &name);
    cuModuleGetFunction(&function, module, name);
    double b = 3;
    void* doubles[] = {&b, &x, &y};
    cuLaunchKernel(function, 2, 1, 1, 256, 1, 1, 0, nullptr, doubles, nullptr);
    cuModuleGetFunction(&function, module, "histogram");
    int n = 8000;
    void* counted[] = {&y, &bins, &n};
    cuLaunchKernel(function, 3, 1, 1, 256, 1, 1, 0, nullptr, counted, nullptr);
    std::printf("%d\n", static_cast<int>(cuCtxSynchronize()));
    nvrtcDestroyProgram(&program);
  }
}
