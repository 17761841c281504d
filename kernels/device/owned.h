// A resource of a CUDA context (memory, a module, an event…), released with its owner.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/driver.h"

namespace warplens::device {

// A retained primary context. Released when the last that was made from it is gone.
struct PrimaryContext {
  Driver driver;
  Description description;
  api::CUdevice device = 0;
  api::CUcontext context = nullptr;

  explicit PrimaryContext(Driver opened) : driver(std::move(opened)) {}
  PrimaryContext(const PrimaryContext&) = delete;
  PrimaryContext& operator=(const PrimaryContext&) = delete;
  ~PrimaryContext() {
    if (context != nullptr) driver.calls().cuDevicePrimaryCtxRelease_v2(device);
  }
  [[nodiscard]] const api::Functions& calls() const { return driver.calls(); }
};

template <class Handle>
class Owned {
 public:
  using Release = api::CUresult (*api::Functions::*)(Handle);

  Owned() = default;
  // If `release` is null the handle is only borrowed.
  Owned(std::shared_ptr<const PrimaryContext> owner, Handle handle, Release release)
      : owner_(std::move(owner)), handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept { swap(other); }
  Owned& operator=(Owned&& other) noexcept {
    Owned(std::move(other)).swap(*this);
    return *this;
  }
  ~Owned() {
    if (owner_ == nullptr || release_ == nullptr) return;
    owner_->calls().cuCtxSetCurrent(owner_->context);
    (owner_->calls().*release_)(handle_);
  }
  [[nodiscard]] Handle get() const { return handle_; }
  [[nodiscard]] const PrimaryContext& owner() const { return *owner_; }
  [[nodiscard]] const std::shared_ptr<const PrimaryContext>& shared_owner() const { return owner_; }

 private:
  void swap(Owned& other) noexcept {
    std::swap(owner_, other.owner_);
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
  }

  std::shared_ptr<const PrimaryContext> owner_;
  Handle handle_{};
  Release release_ = nullptr;
};

}  // namespace warplens::device
