#include "kernels/base/stopped.h"

#include <chrono>
#include <thread>

namespace warplens {

namespace {

// Whoever waited longest runs after this time.
constexpr std::chrono::milliseconds kSlice{40};

}  // namespace

bool is_stopped(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point since = Clock::now();  // of all threads, of which one runs
  if (Clock::now() - since >= kSlice) {
    std::this_thread::yield();
    since = Clock::now();
  }
  return stop.stop_requested();
}

}  // namespace warplens
