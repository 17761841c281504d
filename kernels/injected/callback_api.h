// The part of CUPTI's callback API that follows a program's calls of the driver, declared as its
// headers declare it (cupti_callbacks.h, cupti_driver_cbid.h, generated_cuda_meta.h of CUDA 12.0 to
// 13.0), so that nothing of CUDA is needed to build. Numbers of calls are only ever added.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/driver_api.h"

namespace warplens::injected::cupti {

namespace api = device::api;

using Status = int;
inline constexpr Status kSuccess = 0;
inline constexpr Status kMultipleSubscribers =
    39;  // CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED

enum Domain : int { kDriverApi = 1, kResource = 3 };
enum CallSite : int { kEnter = 0, kExit = 1 };
inline constexpr std::uint32_t kModuleLoaded = 6;

struct CallbackData {
  CallSite site;
  const char* function;
  const void* parameters;  // of the call: a struct below
  void* result;            // its CUresult; of kExit
  const char* symbol;      // of a launch: the kernel
  api::CUcontext context;
  std::uint32_t context_id;
  std::uint64_t* correlation;
  std::uint32_t correlation_id;
};
struct ResourceData {
  api::CUcontext context;
  union {
    api::CUstream stream;
  };
  void* descriptor;
};
struct ModuleData {
  std::uint32_t module_id;
  std::size_t bytes;
  const char* cubin;
};

using Subscriber = struct CUpti_Subscriber_st*;
using Callback = void (*)(void* user, Domain, std::uint32_t id, const void* data);

struct Functions {
  Status (*cuptiSubscribe)(Subscriber*, Callback, void* user);
  Status (*cuptiEnableCallback)(std::uint32_t enable, Subscriber, Domain, std::uint32_t id);
};

// Calls of the driver by CUPTI's number.
enum Call : std::uint32_t {
  kModuleLoad = 18,
  kModuleLoadData = 19,
  kModuleLoadDataEx = 20,
  kModuleLoadFatBinary = 21,
  kModuleUnload = 22,
  kModuleGetFunction = 23,
  kMemAlloc = 243,
  kMemAllocPitch = 244,
  kMemFree = 245,
  kLaunchKernel = 307,
  kLinkComplete = 365,
  kMemAllocManaged = 371,
  kLinkAddData = 382,
  kLaunchKernelPtsz = 442,
  kLaunchCooperative = 477,
  kLaunchCooperativePtsz = 478,
  kGraphInstantiate = 513,
  kGraphLaunch = 514,
  kGraphLaunchPtsz = 515,
  kGraphExecDestroy = 516,
  kGraphExecKernelNodeSetParams = 538,
  kMemMap = 551,
  kMemUnmap = 552,
  kGraphExecUpdate = 561,
  kGraphInstantiateV2 = 578,
  kMemAllocAsync = 598,
  kMemAllocAsyncPtsz = 599,
  kMemFreeAsync = 600,
  kMemFreeAsyncPtsz = 601,
  kMemAllocFromPool = 611,
  kMemAllocFromPoolPtsz = 612,
  kGraphInstantiateWithFlags = 643,
  kLaunchKernelEx = 652,
  kLaunchKernelExPtsz = 653,
  kGraphInstantiateWithParams = 656,
  kGraphInstantiateWithParamsPtsz = 657,
  kLibraryLoadData = 678,
  kLibraryLoadFromFile = 679,
  kLibraryUnload = 680,
  kLibraryGetKernel = 681,
  kLibraryGetModule = 682,
  kKernelGetFunction = 683,
  kGraphExecKernelNodeSetParamsV2 = 692,
  kGraphExecUpdateV2 = 696,
};

// The parameters of a call, which is one of the structs below.
template <class T>
[[nodiscard]] const T& of(const void* parameters) {
  return *static_cast<const T*>(parameters);
}

// What each call is given, as far as it is looked at.
struct ModuleFromFile {  // cuModuleLoad
  api::CUmodule* module;
  const char* file;
};
struct ModuleFromData {  // cuModuleLoadData, cuModuleLoadDataEx, cuModuleLoadFatBinary
  api::CUmodule* module;
  const void* image;
};
struct LibraryFromFile {
  api::CUlibrary* library;
  const char* file;
};
struct LibraryFromData {
  api::CUlibrary* library;
  const void* image;
};
struct OfModule {  // cuModuleUnload
  api::CUmodule module;
};
struct OfLibrary {  // cuLibraryUnload
  api::CUlibrary library;
};
struct FunctionOfModule {
  api::CUfunction* function;
  api::CUmodule module;
  const char* name;
};
struct KernelOfLibrary {
  api::CUkernel* kernel;
  api::CUlibrary library;
  const char* name;
};
struct ModuleOfLibrary {
  api::CUmodule* module;
  api::CUlibrary library;
};
struct FunctionOfKernel {
  api::CUfunction* function;
  api::CUkernel kernel;
};
struct LinkInput {  // cuLinkAddData
  api::CUlinkState state;
  int type;
  void* data;
  std::size_t bytes;
  const char* name;
};
inline constexpr int kLinkInputPtx = 1;  // CU_JIT_INPUT_PTX
struct LinkOutput {                      // cuLinkComplete
  api::CUlinkState state;
  void** cubin;
  std::size_t* bytes;
};
struct Allocated {  // cuMemAlloc, cuMemAllocManaged, cuMemAllocAsync, cuMemAllocFromPoolAsync
  api::CUdeviceptr* address;
  std::size_t bytes;
};
struct AllocatedRows {  // cuMemAllocPitch
  api::CUdeviceptr* address;
  std::size_t* pitch;
  std::size_t row_bytes, rows;
};
struct Freed {  // cuMemFree, cuMemFreeAsync
  api::CUdeviceptr address;
};
struct Mapped {  // cuMemMap, cuMemUnmap
  api::CUdeviceptr address;
  std::size_t bytes;
};
struct LaunchKernel {  // cuLaunchKernel, cuLaunchCooperativeKernel
  api::CUfunction function;
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z;
  unsigned dynamic_shared_bytes;
  api::CUstream stream;
  void** parameters;
  void** extra;  // not of a cooperative launch
};
struct LaunchKernelEx {
  const api::CUlaunchConfig* config;
  api::CUfunction function;
  void** parameters;
  void** extra;
};
struct GraphInstantiated {
  api::CUgraphExec* executable;
  api::CUgraph graph;
};
struct GraphLaunched {
  api::CUgraphExec executable;
  api::CUstream stream;
};
struct GraphDestroyed {
  api::CUgraphExec executable;
};
struct GraphNodeChanged {  // cuGraphExecKernelNodeSetParams
  api::CUgraphExec executable;
  api::CUgraphNode node;
  const api::CUDA_KERNEL_NODE_PARAMS* parameters;
};
struct GraphUpdated {
  api::CUgraphExec executable;
  api::CUgraph graph;
};

}  // namespace warplens::injected::cupti
