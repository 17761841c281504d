// A stop that comes by itself after a time.
//
//   const Deadline deadline(std::chrono::seconds(5), stop);
//   work(deadline.token());
//   if (deadline.has_passed()) …
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warplens {

class Deadline {
 public:
  // Stops when `time` is over, or when `stop` does.
  explicit Deadline(std::chrono::duration<double> time, const std::stop_token& stop = {})
      : follow_(stop, [this] { source_.request_stop(); }),
        waiting_([this, time](const std::stop_token& over) { wait(time, over); }) {}
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  // Whether it was the time.
  [[nodiscard]] bool has_passed() const { return has_passed_; }

 private:
  void wait(std::chrono::duration<double> time, const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, over, time, [] { return false; });
    if (over.stop_requested() || source_.stop_requested()) return;
    has_passed_ = true;
    source_.request_stop();
  }

  std::stop_source source_;
  std::atomic<bool> has_passed_{false};
  std::stop_callback<std::function<void()>> follow_;
  std::jthread waiting_;  // last: it uses what stands above
};

}  // namespace warplens
