#include "app/cli/stop_on_interrupt.h"

#include <pthread.h>

#include <cstdlib>
#include <ctime>

namespace warplens::cli {
namespace {

sigset_t interrupt() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

void wait_for_interrupts(const std::stop_token& over, std::stop_source source) {
  const sigset_t set = interrupt();
  constexpr std::timespec kPause{0, 100'000'000};
  while (!over.stop_requested()) {
    if (sigtimedwait(&set, nullptr, &kPause) != SIGINT) continue;
    if (source.stop_requested()) std::_Exit(StopOnInterrupt::kStatus);
    source.request_stop();
  }
}

}  // namespace

StopOnInterrupt::StopOnInterrupt() {
  const sigset_t set = interrupt();
  pthread_sigmask(SIG_BLOCK, &set, &previous_);
  waiting_ = std::jthread(
      [source = source_](const std::stop_token& over) { wait_for_interrupts(over, source); });
}

StopOnInterrupt::~StopOnInterrupt() {
  waiting_.request_stop();
  waiting_.join();
  pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

}  // namespace warplens::cli
