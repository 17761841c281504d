#include "app/mcp/calls.h"

#include <algorithm>
#include <chrono>

#include "app/mcp/message.h"

namespace warplens::mcp {

Calls::Calls(Answer answer, Send send) : answer_(std::move(answer)), send_(std::move(send)) {
  worker_ = std::jthread([this](const std::stop_token& over) { work(over); });
}

Calls::~Calls() {
  worker_.request_stop();
  const std::scoped_lock lock(mutex_);
  cancelling_.request_stop();
}

bool Calls::has(const Json& id) const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::find(calls_, id, &Call::id) != calls_.end();
}

bool Calls::add(Call call) {
  const std::scoped_lock lock(mutex_);
  if (calls_.size() > kMostWaiting) return false;
  calls_.push_back(std::move(call));
  changed_.notify_all();
  return true;
}

void Calls::cancel(const Json& id) {
  const std::scoped_lock lock(mutex_);
  const auto call = std::ranges::find(calls_, id, &Call::id);
  if (call == calls_.end()) return;
  if (call == calls_.begin()) {
    cancelling_.request_stop();
  } else {
    calls_.erase(call);
  }
}

void Calls::finish(const std::function<bool()>& is_read) {
  constexpr std::chrono::milliseconds kUntilNextLook{200};
  std::unique_lock lock(mutex_);
  while (!calls_.empty() && is_read()) changed_.wait_for(lock, kUntilNextLook);
}

void Calls::work(const std::stop_token& over) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, over, [this] { return !calls_.empty(); })) {
    if (over.stop_requested()) return;
    run_first(lock);
    calls_.pop_front();
    cancelling_ = {};
    changed_.notify_all();
  }
}

// The call keeps its place meanwhile, where a cancellation finds it.
void Calls::run_first(std::unique_lock<std::mutex>& lock) {
  const Call call = calls_.front();
  const std::stop_token stop = cancelling_.get_token();
  if (stop.stop_requested()) return;
  lock.unlock();
  const Json result = answer_(call.words, stop);
  if (!stop.stop_requested()) send_(mcp::answer(call.id, result));
  lock.lock();
}

}  // namespace warplens::mcp
