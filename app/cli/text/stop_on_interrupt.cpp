#include "app/cli/text/stop_on_interrupt.h"

#include <pthread.h>

#include <cstdlib>

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
  int signal = 0;
  while (sigwait(&set, &signal) == 0 && !over.stop_requested()) {
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
  pthread_kill(waiting_.native_handle(), SIGINT);  // wakes that thread alone
  waiting_.join();
  pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

}  // namespace warplens::cli
