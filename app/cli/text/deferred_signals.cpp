#include "app/cli/text/deferred_signals.h"

#include <initializer_list>

namespace warplens::cli {

DeferredSignals::DeferredSignals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, &previous_);
}

DeferredSignals::~DeferredSignals() { pthread_sigmask(SIG_SETMASK, &previous_, nullptr); }

}  // namespace warplens::cli
