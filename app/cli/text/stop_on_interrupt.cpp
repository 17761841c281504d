#include "app/cli/text/stop_on_interrupt.h"

#include <pthread.h>

#include <cstdlib>

namespace warplens::cli {
namespace {

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

void wait_for_interrupts(const std::stop_token& over, std::stop_source source) {
  const sigset_t set = interrupts();
  int signal = 0;
  while (signal != SIGTERM) {
    if (sigwait(&set, &signal) != 0 || over.stop_requested()) return;
    if (source.stop_requested()) std::_Exit(128 + signal);
    source.request_stop();
  }
  const timespec grace{StopOnInterrupt::kGrace.count(), 0};
  sigtimedwait(&set, nullptr, &grace);
  if (!over.stop_requested()) std::_Exit(128 + signal);
}

}  // namespace

StopOnInterrupt::StopOnInterrupt() {
  const sigset_t set = interrupts();
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
