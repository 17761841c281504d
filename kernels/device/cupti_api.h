// The part of CUPTI that Warplens calls, declared as its headers declare it
// (cupti_range_profiler.h, cupti_profiler_host.h, cupti_profiler_target.h, cupti_target.h of
// CUDA 12.6 to 13.0), so that nothing of CUDA is needed to build. CUPTI looks at `structSize` to
// know which members there are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/device/driver_api.h"

namespace warplens::device::cupti {

using CUptiResult = int;
inline constexpr CUptiResult kSuccess = 0;
inline constexpr CUptiResult kHardwareBusy = 26;  // another program reads counters
inline constexpr CUptiResult kInsufficientPrivileges = 35;
inline constexpr CUptiResult kVirtualDeviceInsufficientPrivileges = 40;

enum CUpti_ProfilerRange : int { kAutoRange = 1 };
enum CUpti_ProfilerReplayMode : int { kKernelReplay = 2 };
enum CUpti_ProfilerType : int { kRangeProfiler = 0 };

using HostObject = struct CUpti_Profiler_Host_Object*;
using RangeObject = struct CUpti_RangeProfiler_Object*;

// The members that every parameter block of CUPTI begins with.
struct Header {
  std::size_t structSize = 0;
  void* pPriv = nullptr;
};

struct ProfilerInitialize : Header {};
struct GetChipName : Header {
  std::size_t deviceIndex = 0;
  const char* pChipName = nullptr;  // out
};
struct GetCounterAvailability : Header {
  api::CUcontext ctx = nullptr;
  std::size_t imageSize = 0;  // in and out
  std::uint8_t* pImage = nullptr;
};

struct HostInitialize : Header {
  CUpti_ProfilerType profilerType = kRangeProfiler;
  const char* pChipName = nullptr;
  const std::uint8_t* pCounterAvailabilityImage = nullptr;
  HostObject pHostObject = nullptr;  // out
};
struct HostDeinitialize : Header {
  HostObject pHostObject = nullptr;
};
struct HostConfigAddMetrics : Header {
  HostObject pHostObject = nullptr;
  const char** ppMetricNames = nullptr;
  std::size_t numMetrics = 0;
};
struct HostGetConfigImageSize : Header {
  HostObject pHostObject = nullptr;
  std::size_t configImageSize = 0;  // out
};
struct HostGetConfigImage : Header {
  HostObject pHostObject = nullptr;
  std::size_t configImageSize = 0;
  std::uint8_t* pConfigImage = nullptr;
};
struct HostEvaluateToGpuValues : Header {
  HostObject pHostObject = nullptr;
  const std::uint8_t* pCounterDataImage = nullptr;
  std::size_t counterDataImageSize = 0;
  std::size_t rangeIndex = 0;
  const char** ppMetricNames = nullptr;
  std::size_t numMetrics = 0;
  double* pMetricValues = nullptr;
};

struct RangeEnable : Header {
  api::CUcontext ctx = nullptr;
  RangeObject pRangeProfilerObject = nullptr;  // out
};
struct RangeObjectOnly : Header {  // Disable, Start
  RangeObject pRangeProfilerObject = nullptr;
};
struct RangeStop : Header {
  RangeObject pRangeProfilerObject = nullptr;
  std::size_t passIndex = 0;            // out
  std::size_t targetNestingLevel = 0;   // out
  std::uint8_t isAllPassSubmitted = 0;  // out
};
struct RangeDecodeData : Header {
  RangeObject pRangeProfilerObject = nullptr;
  std::size_t numOfRangeDropped = 0;  // out
};
struct RangeGetCounterDataSize : Header {
  RangeObject pRangeProfilerObject = nullptr;
  const char** pMetricNames = nullptr;
  std::size_t numMetrics = 0;
  std::size_t maxNumOfRanges = 0;
  std::uint32_t maxNumRangeTreeNodes = 0;
  std::size_t counterDataSize = 0;  // out
};
struct RangeCounterDataInitialize : Header {
  RangeObject pRangeProfilerObject = nullptr;
  std::size_t counterDataSize = 0;
  std::uint8_t* pCounterData = nullptr;
};
struct RangeSetConfig : Header {
  RangeObject pRangeProfilerObject = nullptr;
  std::size_t configSize = 0;
  const std::uint8_t* pConfig = nullptr;
  std::size_t counterDataImageSize = 0;
  std::uint8_t* pCounterDataImage = nullptr;
  CUpti_ProfilerRange range = kAutoRange;
  CUpti_ProfilerReplayMode replayMode = kKernelReplay;
  std::size_t maxRangesPerPass = 1;
  std::uint16_t numNestingLevels = 1;
  std::uint16_t minNestingLevel = 1;
  std::size_t passIndex = 0;
  std::uint16_t targetNestingLevel = 0;
};
struct RangeGetCounterDataInfo : Header {
  const std::uint8_t* pCounterDataImage = nullptr;
  std::size_t counterDataImageSize = 0;
  std::size_t numTotalRanges = 0;  // out
};

struct Functions {
  CUptiResult (*cuptiGetResultString)(CUptiResult, const char** text);
  CUptiResult (*cuptiProfilerInitialize)(ProfilerInitialize*);
  CUptiResult (*cuptiDeviceGetChipName)(GetChipName*);
  CUptiResult (*cuptiProfilerGetCounterAvailability)(GetCounterAvailability*);
  CUptiResult (*cuptiProfilerHostInitialize)(HostInitialize*);
  CUptiResult (*cuptiProfilerHostDeinitialize)(HostDeinitialize*);
  CUptiResult (*cuptiProfilerHostConfigAddMetrics)(HostConfigAddMetrics*);
  CUptiResult (*cuptiProfilerHostGetConfigImageSize)(HostGetConfigImageSize*);
  CUptiResult (*cuptiProfilerHostGetConfigImage)(HostGetConfigImage*);
  CUptiResult (*cuptiProfilerHostEvaluateToGpuValues)(HostEvaluateToGpuValues*);
  CUptiResult (*cuptiRangeProfilerEnable)(RangeEnable*);
  CUptiResult (*cuptiRangeProfilerDisable)(RangeObjectOnly*);
  CUptiResult (*cuptiRangeProfilerStart)(RangeObjectOnly*);
  CUptiResult (*cuptiRangeProfilerStop)(RangeStop*);
  CUptiResult (*cuptiRangeProfilerDecodeData)(RangeDecodeData*);
  CUptiResult (*cuptiRangeProfilerGetCounterDataSize)(RangeGetCounterDataSize*);
  CUptiResult (*cuptiRangeProfilerCounterDataImageInitialize)(RangeCounterDataInitialize*);
  CUptiResult (*cuptiRangeProfilerSetConfig)(RangeSetConfig*);
  CUptiResult (*cuptiRangeProfilerGetCounterDataInfo)(RangeGetCounterDataInfo*);
};

}  // namespace warplens::device::cupti
