// Ctrl+C and SIGTERM as a stop request, so that long work ends by itself and keeps what it has.
#pragma once

#include <chrono>
#include <csignal>
#include <stop_token>
#include <thread>

namespace warplens::cli {

// While it lives, the first of them asks for a stop and the second ends the program; so does the
// first SIGTERM, which is sent by who will not wait long, where the work goes on for kGrace more.
// To be made before other threads are.
class StopOnInterrupt {
 public:
  static constexpr int kStatus = 128 + SIGINT;  // as shells give it

  StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
  ~StopOnInterrupt();
  static constexpr std::chrono::seconds kGrace{10};
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  sigset_t previous_{};
  std::jthread waiting_;
};

}  // namespace warplens::cli
