// The part of the CUDA driver API that Warplens calls, declared here as CUDA's cuda.h declares it,
// so that nothing of CUDA is needed to build. Names, types and values: "CUDA Driver API" reference,
// CUDA 12.0; later drivers keep these entry points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace warplens::device::api {

using CUresult = int;
inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kOutOfMemory = 2;  // CUDA_ERROR_OUT_OF_MEMORY
// What a kernel does wrong (CUDA driver API, CUresult): an illegal address, a failed assertion, a
// stack error, an illegal instruction, a misaligned address, an invalid address space or program
// counter, a failed launch.
inline constexpr std::array<CUresult, 8> kKernelFaults = {700, 710, 714, 715, 716, 717, 718, 719};

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphExec = struct CUgraphExec_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUlibrary = struct CUlib_st*;
using CUkernel = struct CUkern_st*;
using CUlinkState = struct CUlinkState_st*;
struct alignas(64) CUtensorMap {
  std::uint64_t opaque[16];
};

enum CUdevice_attribute : int {
  kMaxSharedMemoryPerBlock = 8,
  kMultiprocessorCount = 16,
  kClockRate = 13,
  kMemoryClockRate = 36,
  kGlobalMemoryBusWidth = 37,
  kL2CacheSize = 38,
  kMaxThreadsPerMultiprocessor = 39,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kMaxSharedMemoryPerMultiprocessor = 81,
  kMaxRegistersPerMultiprocessor = 82,
  kCooperativeLaunch = 95,
  kMaxSharedMemoryPerBlockOptin = 97,
  kMaxBlocksPerMultiprocessor = 106,
  kReservedSharedMemoryPerBlock = 111,
};

enum CUfunction_attribute : int {
  kFunctionMaxThreadsPerBlock = 0,
  kFunctionSharedBytes = 1,
  kFunctionLocalBytes = 3,
  kFunctionRegisters = 4,
  kFunctionMaxDynamicSharedBytes = 8,
  kFunctionNonPortableClusters = 14,
};

enum CUlimit : int { kLimitStackSize = 0 };

enum CUlaunchAttributeID : int {
  kLaunchCooperative = 2,
  kLaunchClusterDimension = 4,
};
struct CUlaunchAttribute {
  CUlaunchAttributeID id = kLaunchCooperative;
  alignas(8) unsigned value[16] = {};  // a cluster's sides; 1: cooperative
};
static_assert(sizeof(CUlaunchAttribute) == 72);

enum CUjit_option : int {
  kJitMaxRegisters = 0,
  kJitInfoLogBuffer = 3,
  kJitInfoLogBufferSizeBytes = 4,
  kJitErrorLogBuffer = 5,
  kJitErrorLogBufferSizeBytes = 6,
  kJitGenerateLineInfo = 13,
};

// Their enumerators are TensorMap's (kernels/base/tensor_map.h).
enum CUtensorMapDataType : int {};
enum CUtensorMapInterleave : int {};
enum CUtensorMapSwizzle : int {};
enum CUtensorMapL2promotion : int {};
enum CUtensorMapFloatOOBfill : int {};

// Arrays of texels, and the objects that kernels read and write them by.
using CUarray = struct CUarray_st*;
using CUtexObject = unsigned long long;
using CUsurfObject = unsigned long long;

enum CUarray_format : int {
  kFormatU8 = 0x01,
  kFormatU16 = 0x02,
  kFormatU32 = 0x03,
  kFormatI8 = 0x08,
  kFormatI16 = 0x09,
  kFormatI32 = 0x0a,
  kFormatHalf = 0x10,
  kFormatFloat = 0x20,
};
inline constexpr unsigned kArrayLayered = 0x01;
inline constexpr unsigned kArraySurface = 0x02;
inline constexpr unsigned kArrayCube = 0x04;
inline constexpr unsigned kArrayGather = 0x08;
struct CUDA_ARRAY3D_DESCRIPTOR {
  std::size_t width = 0, height = 0, depth = 0;  // 0: it has no such dimension; layers and faces
  CUarray_format format = kFormatFloat;
  unsigned channels = 1;
  unsigned flags = 0;
};

enum CUmemorytype : int { kMemoryDevice = 2, kMemoryArray = 3 };
struct CUDA_MEMCPY3D {
  struct Side {
    std::size_t x_bytes = 0, y = 0, z = 0, level = 0;
    CUmemorytype type = kMemoryDevice;
    void* host = nullptr;
    CUdeviceptr device = 0;
    CUarray array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0, height = 0;
  };
  Side from, to;
  std::size_t width_bytes = 0, height = 1, depth = 1;
};

enum CUresourcetype : int { kResourceArray = 0, kResourceLinear = 2 };
struct CUDA_RESOURCE_DESC {
  struct Linear {
    CUdeviceptr address;
    CUarray_format format;
    unsigned channels;
    std::size_t bytes;
  };
  CUresourcetype type = kResourceArray;
  union {
    CUarray array;
    Linear linear;
    int reserved[32] = {};
  };
  unsigned flags = 0;
};

inline constexpr unsigned kReadAsInteger = 0x01;
inline constexpr unsigned kNormalizedCoordinates = 0x02;
struct CUDA_TEXTURE_DESC {
  std::array<int, 3> address{};  // Texture::Address
  int filter = 0;                // Texture::Filter
  unsigned flags = 0;
  unsigned anisotropy = 0;
  int mipmap_filter = 0;
  float mipmap_bias = 0, lowest_level = 0, highest_level = 0;
  std::array<float, 4> border{};
  std::array<int, 12> reserved{};
};

// Whose calls are refused while a stream is captured.
enum CUstreamCaptureMode : int { kCaptureGlobal = 0 };

inline constexpr unsigned kEventDefault = 0;
inline constexpr unsigned kEventWaitDefault = 0;
inline constexpr unsigned kStreamDefault = 0;  // waits for the default stream, which waits for it
inline constexpr unsigned long long kGraphInstantiateDefault = 0;
inline constexpr unsigned kHostAllocDefault = 0;

struct CUlaunchConfig {
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z;
  unsigned dynamic_shared_bytes;
  CUstream stream;
  CUlaunchAttribute* attributes;
  unsigned attribute_count;
};

// Of a graph's kernel.
struct CUDA_KERNEL_NODE_PARAMS {
  CUfunction function;
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z;
  unsigned dynamic_shared_bytes;
  void** parameters;
  void** extra;
  CUkernel kernel;  // in place of `function`; from here on not of cuGraphExecKernelNodeSetParams
  CUcontext context;
};

// Entry points by the names that the library exports.
struct Functions {
  CUresult (*cuInit)(unsigned flags);
  CUresult (*cuDriverGetVersion)(int* version);
  CUresult (*cuGetErrorName)(CUresult, const char** name);
  CUresult (*cuGetErrorString)(CUresult, const char** text);

  CUresult (*cuDeviceGetCount)(int* count);
  CUresult (*cuDeviceGet)(CUdevice*, int ordinal);
  CUresult (*cuDeviceGetName)(char* name, int length, CUdevice);
  CUresult (*cuDeviceGetAttribute)(int* value, CUdevice_attribute, CUdevice);
  CUresult (*cuDeviceTotalMem_v2)(std::size_t* bytes, CUdevice);
  CUresult (*cuDevicePrimaryCtxRetain)(CUcontext*, CUdevice);
  CUresult (*cuDevicePrimaryCtxRelease_v2)(CUdevice);
  CUresult (*cuCtxSetCurrent)(CUcontext);
  CUresult (*cuCtxSynchronize)();
  CUresult (*cuCtxGetLimit)(std::size_t* value, CUlimit);
  CUresult (*cuCtxSetLimit)(CUlimit, std::size_t value);

  CUresult (*cuModuleLoadDataEx)(CUmodule*, const void* image, unsigned option_count, CUjit_option*,
                                 void** option_values);
  CUresult (*cuModuleUnload)(CUmodule);
  CUresult (*cuModuleGetFunction)(CUfunction*, CUmodule, const char* name);
  CUresult (*cuModuleGetGlobal_v2)(CUdeviceptr*, std::size_t* bytes, CUmodule, const char* name);
  CUresult (*cuFuncGetAttribute)(int* value, CUfunction_attribute, CUfunction);
  CUresult (*cuFuncSetAttribute)(CUfunction, CUfunction_attribute, int value);
  CUresult (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int* blocks, CUfunction, int threads,
                                                          std::size_t dynamic_shared_bytes);

  CUresult (*cuMemGetInfo_v2)(std::size_t* free, std::size_t* total);
  CUresult (*cuMemAlloc_v2)(CUdeviceptr*, std::size_t bytes);
  CUresult (*cuMemFree_v2)(CUdeviceptr);
  CUresult (*cuMemHostAlloc)(void** host, std::size_t bytes, unsigned flags);
  CUresult (*cuMemFreeHost)(void* host);
  CUresult (*cuMemcpyHtoD_v2)(CUdeviceptr to, const void* from, std::size_t bytes);
  CUresult (*cuMemcpyDtoH_v2)(void* to, CUdeviceptr from, std::size_t bytes);
  CUresult (*cuMemcpyDtoDAsync_v2)(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream);
  CUresult (*cuMemcpyHtoDAsync_v2)(CUdeviceptr to, const void* from, std::size_t bytes, CUstream);
  CUresult (*cuMemcpyDtoHAsync_v2)(void* to, CUdeviceptr from, std::size_t bytes, CUstream);
  CUresult (*cuMemsetD8_v2)(CUdeviceptr, unsigned char value, std::size_t bytes);
  CUresult (*cuMemsetD8Async)(CUdeviceptr, unsigned char value, std::size_t count, CUstream);
  CUresult (*cuMemsetD16Async)(CUdeviceptr, unsigned short value, std::size_t count, CUstream);
  CUresult (*cuMemsetD32Async)(CUdeviceptr, unsigned value, std::size_t count, CUstream);

  CUresult (*cuStreamCreate)(CUstream*, unsigned flags);
  CUresult (*cuStreamDestroy_v2)(CUstream);
  CUresult (*cuStreamSynchronize)(CUstream);
  CUresult (*cuStreamWaitEvent)(CUstream, CUevent, unsigned flags);
  CUresult (*cuStreamBeginCapture_v2)(CUstream, CUstreamCaptureMode);
  CUresult (*cuStreamEndCapture)(CUstream, CUgraph*);
  CUresult (*cuGraphInstantiateWithFlags)(CUgraphExec*, CUgraph, unsigned long long flags);
  CUresult (*cuGraphLaunch)(CUgraphExec, CUstream);
  CUresult (*cuGraphExecDestroy)(CUgraphExec);
  CUresult (*cuGraphDestroy)(CUgraph);
  CUresult (*cuEventCreate)(CUevent*, unsigned flags);
  CUresult (*cuEventDestroy_v2)(CUevent);
  CUresult (*cuEventRecord)(CUevent, CUstream);
  CUresult (*cuEventSynchronize)(CUevent);
  CUresult (*cuEventElapsedTime)(float* milliseconds, CUevent from, CUevent to);

  CUresult (*cuTensorMapEncodeTiled)(CUtensorMap*, CUtensorMapDataType, std::uint32_t dimensions,
                                     void* address, const std::uint64_t* sizes,
                                     const std::uint64_t* strides, const std::uint32_t* box,
                                     const std::uint32_t* element_strides, CUtensorMapInterleave,
                                     CUtensorMapSwizzle, CUtensorMapL2promotion,
                                     CUtensorMapFloatOOBfill);
  CUresult (*cuTensorMapEncodeIm2col)(CUtensorMap*, CUtensorMapDataType, std::uint32_t dimensions,
                                      void* address, const std::uint64_t* sizes,
                                      const std::uint64_t* strides, const int* lower,
                                      const int* upper, std::uint32_t channels,
                                      std::uint32_t pixels, const std::uint32_t* element_strides,
                                      CUtensorMapInterleave, CUtensorMapSwizzle,
                                      CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

  CUresult (*cuArray3DCreate_v2)(CUarray*, const CUDA_ARRAY3D_DESCRIPTOR*);
  CUresult (*cuArrayDestroy)(CUarray);
  CUresult (*cuMemcpy3D_v2)(const CUDA_MEMCPY3D*);
  CUresult (*cuTexObjectCreate)(CUtexObject*, const CUDA_RESOURCE_DESC*, const CUDA_TEXTURE_DESC*,
                                const void* view);
  CUresult (*cuTexObjectDestroy)(CUtexObject);
  CUresult (*cuSurfObjectCreate)(CUsurfObject*, const CUDA_RESOURCE_DESC*);
  CUresult (*cuSurfObjectDestroy)(CUsurfObject);

  CUresult (*cuLaunchKernel)(CUfunction, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z,
                             unsigned dynamic_shared_bytes, CUstream, void** parameters,
                             void** extra);
  CUresult (*cuLaunchCooperativeKernel)(CUfunction, unsigned grid_x, unsigned grid_y,
                                        unsigned grid_z, unsigned block_x, unsigned block_y,
                                        unsigned block_z, unsigned dynamic_shared_bytes, CUstream,
                                        void** parameters);
  CUresult (*cuLaunchKernelEx)(const CUlaunchConfig*, CUfunction, void** parameters, void** extra);
};

}  // namespace warplens::device::api
