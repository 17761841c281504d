// What a GPU's context owns (memory, a module, an event…), released with its owner.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/driver.h"

namespace warplens::device {

// A retained primary context. Released when the last that was made from it is gone.
struct Session {
  Driver driver;
  Description description;
  api::CUdevice device = 0;
  api::CUcontext context = nullptr;

  explicit Session(Driver opened) : driver(std::move(opened)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (context != nullptr) driver.calls().cuDevicePrimaryCtxRelease_v2(device);
  }
  [[nodiscard]] const api::Functions& calls() const { return driver.calls(); }
};

template <class Handle>
class Owned {
 public:
  using Release = api::CUresult (*api::Functions::*)(Handle);

  Owned() = default;
  // Without `release` the handle is only borrowed.
  Owned(std::shared_ptr<const Session> session, Handle handle, Release release)
      : session_(std::move(session)), handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept { swap(other); }
  Owned& operator=(Owned&& other) noexcept {
    Owned(std::move(other)).swap(*this);
    return *this;
  }
  ~Owned() {
    if (session_ == nullptr || release_ == nullptr) return;
    session_->calls().cuCtxSetCurrent(session_->context);
    (session_->calls().*release_)(handle_);
  }
  [[nodiscard]] Handle get() const { return handle_; }
  [[nodiscard]] const Session& session() const { return *session_; }
  [[nodiscard]] const std::shared_ptr<const Session>& shared_session() const { return session_; }

 private:
  void swap(Owned& other) noexcept {
    std::swap(session_, other.session_);
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
  }

  std::shared_ptr<const Session> session_;
  Handle handle_{};
  Release release_ = nullptr;
};

}  // namespace warplens::device
