// Ctrl+C as a stop request, so that long work ends by itself and keeps what it has.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace warplens::cli {

// While it lives, the first Ctrl+C asks for a stop and the second ends the program. To be made
// before other threads are.
class StopOnInterrupt {
 public:
  static constexpr int kStatus = 128 + SIGINT;  // as shells give it

  StopOnInterrupt();
  StopOnInterrupt(const StopOnInterrupt&) = delete;
  StopOnInterrupt& operator=(const StopOnInterrupt&) = delete;
  ~StopOnInterrupt();
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  sigset_t previous_{};
  std::jthread waiting_;
};

}  // namespace warplens::cli
