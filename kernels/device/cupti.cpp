#include "kernels/device/cupti.h"

namespace warplens::device::cupti {
namespace {

constexpr TextView kInstall =
    tr("install the CUDA toolkit 12.6 or later, or set CUDA_HOME to where it is");
// How to allow it: https://developer.nvidia.com/ERR_NVGPUCTRPERM
constexpr TextView kForbidden =
    tr("this user may not read GPU counters: run as root, or load NVIDIA's kernel module with "
       "NVreg_RestrictProfilingToAdminUsers=0 (https://developer.nvidia.com/ERR_NVGPUCTRPERM)");

Result<void> bind_all(const SharedLibrary& library, Functions& f) {
  Result<void> bound;
  const auto need = [&](const char* name, auto& function) {
    if (bound.has_value()) bound = library.bind(name, function);
  };
  need("cuptiGetResultString", f.cuptiGetResultString);
  need("cuptiProfilerInitialize", f.cuptiProfilerInitialize);
  need("cuptiDeviceGetChipName", f.cuptiDeviceGetChipName);
  need("cuptiProfilerGetCounterAvailability", f.cuptiProfilerGetCounterAvailability);
  need("cuptiProfilerHostInitialize", f.cuptiProfilerHostInitialize);
  need("cuptiProfilerHostDeinitialize", f.cuptiProfilerHostDeinitialize);
  need("cuptiProfilerHostConfigAddMetrics", f.cuptiProfilerHostConfigAddMetrics);
  need("cuptiProfilerHostGetConfigImageSize", f.cuptiProfilerHostGetConfigImageSize);
  need("cuptiProfilerHostGetConfigImage", f.cuptiProfilerHostGetConfigImage);
  need("cuptiProfilerHostEvaluateToGpuValues", f.cuptiProfilerHostEvaluateToGpuValues);
  need("cuptiRangeProfilerEnable", f.cuptiRangeProfilerEnable);
  need("cuptiRangeProfilerDisable", f.cuptiRangeProfilerDisable);
  need("cuptiRangeProfilerStart", f.cuptiRangeProfilerStart);
  need("cuptiRangeProfilerStop", f.cuptiRangeProfilerStop);
  need("cuptiRangeProfilerDecodeData", f.cuptiRangeProfilerDecodeData);
  need("cuptiRangeProfilerGetCounterDataSize", f.cuptiRangeProfilerGetCounterDataSize);
  need("cuptiRangeProfilerCounterDataImageInitialize",
       f.cuptiRangeProfilerCounterDataImageInitialize);
  need("cuptiRangeProfilerSetConfig", f.cuptiRangeProfilerSetConfig);
  need("cuptiRangeProfilerGetCounterDataInfo", f.cuptiRangeProfilerGetCounterDataInfo);
  return bound;
}

}  // namespace

Result<Cupti> Cupti::open() {
  TRY(SharedLibrary library, SharedLibrary::open({"libcupti.so.13", "libcupti.so.12"}, kInstall));
  Cupti cupti(std::move(library));
  TRY(bind_all(cupti.library_, cupti.calls_));
  return cupti;
}

Result<void> Cupti::check(CUptiResult status, std::string_view what) const {
  if (status == kSuccess) return {};
  if (status == kInsufficientPrivileges || status == kVirtualDeviceInsufficientPrivileges) {
    return fail(kForbidden);
  }
  if (status == kHardwareBusy)
    return fail(Error{tr("another program reads this GPU's counters"), ErrorCode::in_use});
  const char* text = nullptr;
  calls_.cuptiGetResultString(status, &text);
  const std::string told = text == nullptr ? fmt::format("error {}", status) : text;
  return fail(tr("CUPTI, {}: {}", what, told));
}

}  // namespace warplens::device::cupti
