#include "kernels/injected/driver_calls.h"

#include <dlfcn.h>

namespace warplens::injected {

DriverCalls DriverCalls::of_this_process() {
  DriverCalls calls;
  void* const library = ::dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return calls;
  const auto bind = [&](const char* name, auto& function) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
  };
#define BIND(name) bind(#name, calls.name)
  BIND(cuDriverGetVersion);
  BIND(cuGetErrorName);
  BIND(cuCtxGetDevice);
  BIND(cuDeviceGetName);
  BIND(cuDeviceGetAttribute);
  BIND(cuCtxSynchronize);
  BIND(cuStreamIsCapturing);
  BIND(cuThreadExchangeStreamCaptureMode);
  BIND(cuPointerGetAttribute);
  BIND(cuMemcpyDtoH_v2);
  BIND(cuModuleGetGlobal_v2);
  BIND(cuFuncGetModule);
  BIND(cuFuncGetName);
  BIND(cuFuncGetParamInfo);
  BIND(cuKernelGetParamInfo);
  BIND(cuKernelGetFunction);
  BIND(cuLibraryGetModule);
  BIND(cuGraphGetNodes);
  BIND(cuGraphGetEdges);
  BIND(cuGraphNodeGetType);
  BIND(cuGraphKernelNodeGetParams_v2);
  BIND(cuGraphKernelNodeGetAttribute);
  BIND(cuGraphMemcpyNodeGetParams);
  BIND(cuGraphMemsetNodeGetParams);
  BIND(cuGraphChildGraphNodeGetGraph);
#undef BIND
  return calls;
}

const char* DriverCalls::missing() const {
  if (cuCtxSynchronize == nullptr) return "cuCtxSynchronize";
  if (cuStreamIsCapturing == nullptr) return "cuStreamIsCapturing";
  if (cuPointerGetAttribute == nullptr) return "cuPointerGetAttribute";
  if (cuMemcpyDtoH_v2 == nullptr) return "cuMemcpyDtoH_v2";
  if (cuFuncGetParamInfo == nullptr) return "cuFuncGetParamInfo";  // from CUDA 12.4 on
  return nullptr;
}

}  // namespace warplens::injected
