// Ctrl+C and a request to end, kept waiting while files are written, so that none is left half
// done.
#pragma once

#include <csignal>

namespace warplens::cli {

// While it lives SIGINT, SIGTERM and SIGHUP wait; those that came act at its end. For a time in
// which no other thread runs.
class DeferredSignals {
 public:
  DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;
  ~DeferredSignals();

 private:
  sigset_t previous_{};
};

}  // namespace warplens::cli
