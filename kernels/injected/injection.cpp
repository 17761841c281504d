// The driver loads this library for CUDA_INJECTION64_PATH and calls InitializeInjection() as it
// starts (CUPTI's documentation, "injection").
#include <dlfcn.h>
#include <cstdint>

#include <cstdlib>
#include <memory>
#include <string>

#include "kernels/injected/capturing.h"
#include "kernels/injected/find_cupti.h"

namespace warplens::injected {
namespace {

constexpr std::uint32_t kCalls[] = {
    cupti::kModuleLoad,
    cupti::kModuleLoadData,
    cupti::kModuleLoadDataEx,
    cupti::kModuleLoadFatBinary,
    cupti::kModuleUnload,
    cupti::kModuleGetFunction,
    cupti::kMemAlloc,
    cupti::kMemAllocPitch,
    cupti::kMemFree,
    cupti::kLaunchKernel,
    cupti::kLinkComplete,
    cupti::kMemAllocManaged,
    cupti::kLinkAddData,
    cupti::kLaunchKernelPtsz,
    cupti::kLaunchCooperative,
    cupti::kLaunchCooperativePtsz,
    cupti::kGraphInstantiate,
    cupti::kGraphLaunch,
    cupti::kGraphLaunchPtsz,
    cupti::kGraphExecDestroy,
    cupti::kGraphExecKernelNodeSetParams,
    cupti::kMemMap,
    cupti::kMemUnmap,
    cupti::kGraphExecUpdate,
    cupti::kGraphInstantiateV2,
    cupti::kMemAllocAsync,
    cupti::kMemAllocAsyncPtsz,
    cupti::kMemFreeAsync,
    cupti::kMemFreeAsyncPtsz,
    cupti::kMemAllocFromPool,
    cupti::kMemAllocFromPoolPtsz,
    cupti::kGraphInstantiateWithFlags,
    cupti::kLaunchKernelEx,
    cupti::kLaunchKernelExPtsz,
    cupti::kGraphInstantiateWithParams,
    cupti::kGraphInstantiateWithParamsPtsz,
    cupti::kLibraryLoadData,
    cupti::kLibraryLoadFromFile,
    cupti::kLibraryUnload,
    cupti::kLibraryGetKernel,
    cupti::kLibraryGetModule,
    cupti::kKernelGetFunction,
    cupti::kGraphExecKernelNodeSetParamsV2,
    cupti::kGraphExecUpdateV2,
};

// A library's exception must not reach the driver's code.
void on_callback(void* user, cupti::Domain domain, std::uint32_t id, const void* data) {
  auto& capturing = *static_cast<Capturing*>(user);
  try {
    if (domain == cupti::kDriverApi)
      return capturing.on_call(id, *static_cast<const cupti::CallbackData*>(data));
    if (domain == cupti::kResource && id == cupti::kModuleLoaded)
      capturing.on_module(*static_cast<const cupti::ModuleData*>(
          static_cast<const cupti::ResourceData*>(data)->descriptor));
  } catch (...) {
  }
}

constexpr const char* kNames[] = {"libcupti.so.13", "libcupti.so.12", "libcupti.so"};

// The one that the program has, so that there are not two; else the one that is given; else those
// that are found; else where the loader looks.
void* open_cupti() {
  for (const char* name : kNames)
    if (void* found = ::dlopen(name, RTLD_NOW | RTLD_NOLOAD)) return found;
  const char* const given = std::getenv(spool::kCuptiVariable);
  if (given != nullptr && *given != '\0') return ::dlopen(given, RTLD_NOW | RTLD_LOCAL);
  for (const std::string& path : find_cupti())
    if (void* found = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return found;
  for (const char* name : kNames)
    if (void* found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
  return nullptr;
}

// Whether calls arrive from now on; a note says why not.
bool start(Capturing& capturing) {
  void* const library = open_cupti();
  if (library == nullptr) {
    const char* const why = ::dlerror();
    capturing.spool().note(spool::NoteKind::no_cupti, spool::kNoEpisode, 0, 0,
                           why == nullptr ? "" : why);
    return false;
  }
  cupti::Functions cupti{};
  cupti.cuptiSubscribe =
      reinterpret_cast<decltype(cupti.cuptiSubscribe)>(::dlsym(library, "cuptiSubscribe"));
  cupti.cuptiEnableCallback = reinterpret_cast<decltype(cupti.cuptiEnableCallback)>(
      ::dlsym(library, "cuptiEnableCallback"));
  cupti::Subscriber subscriber = nullptr;
  const bool has_all = cupti.cuptiSubscribe != nullptr && cupti.cuptiEnableCallback != nullptr;
  const cupti::Status status =
      has_all ? cupti.cuptiSubscribe(&subscriber, on_callback, &capturing) : -1;
  if (status != cupti::kSuccess) {
    capturing.spool().note(spool::NoteKind::no_subscription, spool::kNoEpisode,
                           static_cast<std::uint64_t>(status), 0, "");
    return false;
  }
  for (const std::uint32_t call : kCalls)
    cupti.cuptiEnableCallback(1, subscriber, cupti::kDriverApi, call);
  cupti.cuptiEnableCallback(1, subscriber, cupti::kResource, cupti::kModuleLoaded);
  return true;
}

}  // namespace
}  // namespace warplens::injected

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  using namespace warplens::injected;
  try {
    const CaptureRequest request = CaptureRequest::of_environment();
    if (request.folder.empty()) return 1;
    auto capturing = std::make_unique<Capturing>(request);
    // Kept until the process ends, whose last calls arrive while globals are destroyed.
    if (start(*capturing)) static_cast<void>(capturing.release());
  } catch (...) {
  }
  return 1;
}
