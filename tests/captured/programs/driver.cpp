// The driver API: PTX given as text, parameters in one buffer, a linked module, virtual memory.
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static const char* const kPtx = R"(.version 7.8
.target sm_80
.address_size 64
.visible .global .align 4 .u32 total;
.visible .entry weigh(.param .u64 x, .param .u32 n, .param .f32 by)
{
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<5>; .reg .f32 %f<4>;
  ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; ld.param.f32 %f1, [by];
  mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;
  mad.lo.s32 %r5, %r3, %r4, %r2;
  setp.ge.u32 %p1, %r5, %r1;
  @%p1 bra done;
  cvta.to.global.u64 %rd2, %rd1; mul.wide.u32 %rd3, %r5, 4; add.s64 %rd4, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4]; mul.f32 %f3, %f2, %f1; st.global.f32 [%rd4], %f3;
  mov.u64 %rd1, total; mov.u32 %r6, 1; red.global.add.u32 [%rd1], %r6;
done: ret;
}
)";

#define CHECK(call)                                                     \
  if (const CUresult r = call; r != CUDA_SUCCESS) {                      \
    const char* name = "";                                               \
    cuGetErrorName(r, &name);                                            \
    std::printf("%s: %s\n", #call, name);                                \
    return 1;                                                            \
  }

int main() {
  CUdevice device;
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  std::string text(kPtx);
  CUmodule module;
  CUfunction weigh;
  {
    std::vector<char> image(text.begin(), text.end());
    image.push_back(0);
    CHECK(cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr));
    std::memset(image.data(), 'x', image.size() - 1);  // freed by now
  }
  CHECK(cuModuleGetFunction(&weigh, module, "weigh"));
  const unsigned n = 1000;
  std::vector<float> host(n);
  for (unsigned i = 0; i < n; ++i) host[i] = float(i);
  CUdeviceptr x;
  CHECK(cuMemAlloc(&x, n * 4));
  CHECK(cuMemcpyHtoD(x, host.data(), n * 4));
  float by = 0.5f;
  unsigned count = n;
  void* parameters[] = {&x, &count, &by};
  CHECK(cuLaunchKernel(weigh, 8, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  struct {
    CUdeviceptr x;
    unsigned n;
    float by;
  } packed{x, 500, 3};
  std::size_t bytes = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  CHECK(cuLaunchKernel(weigh, 4, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));

  CUlinkState state;
  void* cubin;
  std::size_t cubin_bytes;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
  CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, text.data(), text.size() + 1, "weigh.ptx", 0,
                      nullptr, nullptr));
  CHECK(cuLinkComplete(state, &cubin, &cubin_bytes));
  CUmodule linked;
  CHECK(cuModuleLoadData(&linked, cubin));
  CHECK(cuLinkDestroy(state));
  CHECK(cuModuleGetFunction(&weigh, linked, "weigh"));
  CHECK(cuLaunchKernel(weigh, 8, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));

  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  std::size_t granularity;
  CHECK(cuMemGetAllocationGranularity(&granularity, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  CUdeviceptr range;
  CUmemGenericAllocationHandle parts[2];
  CHECK(cuMemAddressReserve(&range, 2 * granularity, 0, 0, 0));
  for (int i = 0; i < 2; ++i) {
    CHECK(cuMemCreate(&parts[i], granularity, &properties, 0));
    CHECK(cuMemMap(range + i * granularity, granularity, 0, parts[i], 0));
  }
  CUmemAccessDesc access{properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  CHECK(cuMemSetAccess(range, 2 * granularity, &access, 1));
  CHECK(cuMemsetD32(range, 0x3f800000, granularity / 2));
  CUdeviceptr across = range + granularity - 400;
  void* other[] = {&across, &count, &by};
  CHECK(cuLaunchKernel(weigh, 8, 1, 1, 128, 1, 1, 0, nullptr, other, nullptr));
  CHECK(cuCtxSynchronize());
  std::puts("driver done");
  return 0;
}
