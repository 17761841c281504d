// The driver's functions that capturing calls, of the library that the program has loaded.
#pragma once

#include "kernels/device/driver_api.h"

namespace warplens::injected {

namespace api = device::api;

enum PointerAttribute : int {
  kPointerMemoryType = 2,
  kPointerIsManaged = 8,
  kPointerRangeStart = 11,
  kPointerRangeSize = 12,
};
enum MemoryType : unsigned { kHostMemory = 1, kDeviceMemory = 2 };
enum CaptureMode : int { kRelaxed = 2 };
enum GraphNodeType : int {
  kKernelNode = 0,
  kCopyNode = 1,
  kFillNode = 2,
  kChildGraphNode = 4,
  kEmptyNode = 5,
  kWaitNode = 6,
  kRecordNode = 7,
};
struct FillNode {
  api::CUdeviceptr to;
  std::size_t pitch;
  unsigned value, element_bytes;
  std::size_t width, height;
};
inline constexpr int kClusterAttribute = 4, kCooperativeAttribute = 2;

// A null one is missing in this driver.
struct DriverCalls {
  decltype(api::Functions::cuDriverGetVersion) cuDriverGetVersion = nullptr;
  decltype(api::Functions::cuGetErrorName) cuGetErrorName = nullptr;
  api::CUresult (*cuCtxGetDevice)(api::CUdevice*) = nullptr;
  decltype(api::Functions::cuDeviceGetName) cuDeviceGetName = nullptr;
  decltype(api::Functions::cuDeviceGetAttribute) cuDeviceGetAttribute = nullptr;
  decltype(api::Functions::cuCtxSynchronize) cuCtxSynchronize = nullptr;
  api::CUresult (*cuStreamIsCapturing)(api::CUstream, int* status) = nullptr;
  api::CUresult (*cuThreadExchangeStreamCaptureMode)(int* mode) = nullptr;
  api::CUresult (*cuPointerGetAttribute)(void*, int attribute, api::CUdeviceptr) = nullptr;
  decltype(api::Functions::cuMemcpyDtoH_v2) cuMemcpyDtoH_v2 = nullptr;
  decltype(api::Functions::cuModuleGetGlobal_v2) cuModuleGetGlobal_v2 = nullptr;
  api::CUresult (*cuFuncGetModule)(api::CUmodule*, api::CUfunction) = nullptr;
  api::CUresult (*cuFuncGetName)(const char**, api::CUfunction) = nullptr;
  api::CUresult (*cuFuncGetParamInfo)(api::CUfunction, std::size_t, std::size_t* offset,
                                      std::size_t* bytes) = nullptr;
  api::CUresult (*cuKernelGetParamInfo)(api::CUkernel, std::size_t, std::size_t* offset,
                                        std::size_t* bytes) = nullptr;
  api::CUresult (*cuKernelGetFunction)(api::CUfunction*, api::CUkernel) = nullptr;
  api::CUresult (*cuLibraryGetModule)(api::CUmodule*, api::CUlibrary) = nullptr;
  api::CUresult (*cuGraphGetNodes)(api::CUgraph, api::CUgraphNode*, std::size_t*) = nullptr;
  api::CUresult (*cuGraphGetEdges)(api::CUgraph, api::CUgraphNode* from, api::CUgraphNode* to,
                                   std::size_t*) = nullptr;
  api::CUresult (*cuGraphNodeGetType)(api::CUgraphNode, int*) = nullptr;
  api::CUresult (*cuGraphKernelNodeGetParams_v2)(api::CUgraphNode,
                                                 api::CUDA_KERNEL_NODE_PARAMS*) = nullptr;
  api::CUresult (*cuGraphKernelNodeGetAttribute)(api::CUgraphNode, int,
                                                 unsigned value[16]) = nullptr;
  api::CUresult (*cuGraphMemcpyNodeGetParams)(api::CUgraphNode, api::CUDA_MEMCPY3D*) = nullptr;
  api::CUresult (*cuGraphMemsetNodeGetParams)(api::CUgraphNode, FillNode*) = nullptr;
  api::CUresult (*cuGraphChildGraphNodeGetGraph)(api::CUgraphNode, api::CUgraph*) = nullptr;

  // Of libcuda.so.1 as it is loaded.
  static DriverCalls of_this_process();
  // The first that every launch needs and that is missing; null: none is.
  [[nodiscard]] const char* missing() const;
};

}  // namespace warplens::injected
