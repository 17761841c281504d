// Every entry point of kernels/device/driver_api.h, with the type declared there: a definition of
// another type does not build.
#pragma once

#include <type_traits>

#include "kernels/device/driver_api.h"

#define ENTRY_POINT(name) \
  extern "C" std::remove_pointer_t<decltype(warplens::device::api::Functions::name)> name
ENTRY_POINT(cuInit);
ENTRY_POINT(cuDriverGetVersion);
ENTRY_POINT(cuGetErrorName);
ENTRY_POINT(cuGetErrorString);
ENTRY_POINT(cuDeviceGetCount);
ENTRY_POINT(cuDeviceGet);
ENTRY_POINT(cuDeviceGetName);
ENTRY_POINT(cuDeviceGetAttribute);
ENTRY_POINT(cuDeviceTotalMem_v2);
ENTRY_POINT(cuDevicePrimaryCtxRetain);
ENTRY_POINT(cuDevicePrimaryCtxRelease_v2);
ENTRY_POINT(cuCtxSetCurrent);
ENTRY_POINT(cuCtxSynchronize);
ENTRY_POINT(cuModuleLoadDataEx);
ENTRY_POINT(cuModuleUnload);
ENTRY_POINT(cuModuleGetFunction);
ENTRY_POINT(cuModuleGetGlobal_v2);
ENTRY_POINT(cuFuncGetAttribute);
ENTRY_POINT(cuFuncSetAttribute);
ENTRY_POINT(cuOccupancyMaxActiveBlocksPerMultiprocessor);
ENTRY_POINT(cuMemGetInfo_v2);
ENTRY_POINT(cuMemAlloc_v2);
ENTRY_POINT(cuMemFree_v2);
ENTRY_POINT(cuMemHostAlloc);
ENTRY_POINT(cuMemFreeHost);
ENTRY_POINT(cuMemcpyHtoD_v2);
ENTRY_POINT(cuMemcpyDtoH_v2);
ENTRY_POINT(cuMemcpyDtoDAsync_v2);
ENTRY_POINT(cuMemcpyHtoDAsync_v2);
ENTRY_POINT(cuMemcpyDtoHAsync_v2);
ENTRY_POINT(cuMemsetD8_v2);
ENTRY_POINT(cuMemsetD8Async);
ENTRY_POINT(cuMemsetD16Async);
ENTRY_POINT(cuMemsetD32Async);
ENTRY_POINT(cuStreamCreate);
ENTRY_POINT(cuStreamDestroy_v2);
ENTRY_POINT(cuStreamSynchronize);
ENTRY_POINT(cuStreamWaitEvent);
ENTRY_POINT(cuStreamBeginCapture_v2);
ENTRY_POINT(cuStreamEndCapture);
ENTRY_POINT(cuGraphInstantiateWithFlags);
ENTRY_POINT(cuGraphLaunch);
ENTRY_POINT(cuGraphExecDestroy);
ENTRY_POINT(cuGraphDestroy);
ENTRY_POINT(cuEventCreate);
ENTRY_POINT(cuEventDestroy_v2);
ENTRY_POINT(cuEventRecord);
ENTRY_POINT(cuEventSynchronize);
ENTRY_POINT(cuEventElapsedTime);
ENTRY_POINT(cuTensorMapEncodeTiled);
ENTRY_POINT(cuTensorMapEncodeIm2col);
ENTRY_POINT(cuArray3DCreate_v2);
ENTRY_POINT(cuArrayDestroy);
ENTRY_POINT(cuMemcpy3D_v2);
ENTRY_POINT(cuTexObjectCreate);
ENTRY_POINT(cuTexObjectDestroy);
ENTRY_POINT(cuSurfObjectCreate);
ENTRY_POINT(cuSurfObjectDestroy);
ENTRY_POINT(cuLaunchKernel);
ENTRY_POINT(cuLaunchCooperativeKernel);
#undef ENTRY_POINT
