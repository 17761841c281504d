// libcupti.so without a GPU: hands its subscriber to the simulated driver.
#include <dlfcn.h>

#include "kernels/injected/callback_api.h"

using namespace warplens::injected::cupti;

namespace {

template <class Function>
Function of_driver(const char* name) {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  return driver == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(driver, name));
}

}  // namespace

extern "C" {

Status cuptiSubscribe(Subscriber* subscriber, Callback callback, void* user) {
  const auto subscribe = of_driver<void (*)(Callback, void*)>("cuSimulatedSubscribe");
  if (subscribe == nullptr) return kMultipleSubscribers;
  subscribe(callback, user);
  *subscriber = nullptr;
  return kSuccess;
}

Status cuptiEnableCallback(std::uint32_t enable, Subscriber, Domain domain, std::uint32_t id) {
  const auto change = of_driver<void (*)(bool, int, std::uint32_t)>("cuSimulatedEnable");
  if (change == nullptr) return kMultipleSubscribers;
  change(enable != 0, domain, id);
  return kSuccess;
}
}
