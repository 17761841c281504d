#include "app/session/shared_gpu.h"

#include <algorithm>

namespace warplens::session {

SharedGpu::Turn::Turn(Turn&& other) noexcept
    : of_(std::exchange(other.of_, nullptr)), gpu_(std::move(other.gpu_)) {}

SharedGpu::Turn::~Turn() {
  gpu_.reset();
  if (of_ != nullptr) of_->end_turn();
}

void SharedGpu::Turn::spoil() {
  gpu_.reset();
  of_->gpu_.reset();
}

SharedGpu::SharedGpu(OpenDriver open, std::function<void()> wake)
    : open_(std::move(open)), wake_(std::move(wake)), looking_([this](const std::stop_token& stop) {
        const bool is_known = find(stop).has_value() || !stop.stop_requested();
        if (is_known && wake_) wake_();
      }) {}

SharedGpu::~SharedGpu() = default;

Result<void> SharedGpu::find(const std::stop_token& stop) {
  if (!wait_for_turn(stop)) return fail(tr("cancelled"));
  const Result<void> found = find_in_turn();
  end_turn();
  return found;
}

Result<SharedGpu::Turn> SharedGpu::borrow(const std::stop_token& stop) {
  if (!wait_for_turn(stop)) return fail(tr("cancelled"));
  Result<void> ready = find_in_turn();
  if (ready.has_value()) ready = open_in_turn();
  if (ready.has_value()) return Turn(*this, gpu_);
  end_turn();
  return fail(ready.error());
}

Result<void> SharedGpu::find_in_turn() {
  if (driver_) return {};
  auto opened = open_();
  const std::lock_guard lock(mutex_);
  state_ = opened.has_value() ? State::present : State::absent;
  why_not_ = opened.has_value() ? Error() : opened.error();
  TRY(opened);
  driver_ = std::move(*opened);
  name_ = driver_->devices().front().name;
  return {};
}

Result<void> SharedGpu::open_in_turn() {
  if (gpu_) return {};
  TRY(auto opened, device::Gpu::open(*driver_));
  gpu_ = std::make_shared<const device::Gpu>(std::move(opened));
  return {};
}

bool SharedGpu::wait_for_turn(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const std::uint64_t number = next_++;
  waiting_.push_back(number);
  const auto is_next = [&] { return !is_lent_ && waiting_.front() == number; };
  const bool has_turn = changed_.wait(lock, stop, is_next) && !stop.stop_requested();
  std::erase(waiting_, number);
  is_lent_ |= has_turn;
  if (!has_turn) changed_.notify_all();
  return has_turn;
}

void SharedGpu::end_turn() {
  const std::lock_guard lock(mutex_);
  is_lent_ = false;
  changed_.notify_all();
}

void SharedGpu::wait_until_known() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return state_ != State::unknown; });
}

std::size_t SharedGpu::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

SharedGpu::State SharedGpu::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::string SharedGpu::name() const {
  const std::lock_guard lock(mutex_);
  return name_;
}

Error SharedGpu::why_not() const {
  const std::lock_guard lock(mutex_);
  return why_not_;
}

}  // namespace warplens::session
