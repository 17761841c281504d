#include "tests/simulated_cuda/told.h"

#include <dlfcn.h>

#include <cstdlib>
#include <set>

#include "tests/simulated_cuda/made_cubin.h"

namespace warplens::simulated {
namespace {

struct Subscriber {
  tools::Callback callback = nullptr;
  void* user = nullptr;
  std::set<std::pair<int, std::uint32_t>> enabled;
};
Subscriber& subscriber() {
  static Subscriber one;
  return one;
}

bool is_enabled(tools::Domain domain, std::uint32_t id) {
  return subscriber().callback != nullptr && subscriber().enabled.contains({domain, id});
}

}  // namespace

void tell(tools::CallSite site, std::uint32_t call, const char* name, const void* parameters,
          const std::string& symbol, device::api::CUresult* result) {
  if (!is_enabled(tools::kDriverApi, call)) return;
  tools::CallbackData data{};
  data.site = site;
  data.function = name;
  data.parameters = parameters;
  data.result = result;
  data.symbol = symbol.empty() ? nullptr : symbol.c_str();
  subscriber().callback(subscriber().user, tools::kDriverApi, call, &data);
}

void tell_of_module(const ptx::Module& module) {
  if (!is_enabled(tools::kResource, tools::kModuleLoaded)) return;
  const std::vector<std::byte> cubin = made_cubin(module);
  tools::ModuleData about{1, cubin.size(), reinterpret_cast<const char*>(cubin.data())};
  tools::ResourceData data{};
  data.descriptor = &about;
  subscriber().callback(subscriber().user, tools::kResource, tools::kModuleLoaded, &data);
}

void inject() {
  static const bool once = [] {
    const char* const path = std::getenv("CUDA_INJECTION64_PATH");
    void* const library = path == nullptr ? nullptr : dlopen(path, RTLD_NOW);
    if (library == nullptr) return false;
    const auto start = reinterpret_cast<int (*)()>(dlsym(library, "InitializeInjection"));
    return start != nullptr && start() != 0;
  }();
  static_cast<void>(once);
}

}  // namespace warplens::simulated

// What the simulated libcupti.so hands on.
extern "C" {

void cuSimulatedSubscribe(warplens::simulated::tools::Callback callback, void* user) {
  auto& one = warplens::simulated::subscriber();
  one.callback = callback;
  one.user = user;
}

void cuSimulatedEnable(bool is_enabled, int domain, std::uint32_t id) {
  auto& enabled = warplens::simulated::subscriber().enabled;
  if (is_enabled) {
    enabled.insert({domain, id});
  } else {
    enabled.erase({domain, id});
  }
}
}
