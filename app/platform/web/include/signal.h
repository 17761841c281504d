// What the C library for WebAssembly has not: there are no other processes.
#pragma once

#include_next <signal.h>

#ifdef __cplusplus
extern "C" {
#endif
static inline int kill(int process, int signal) {
  (void)process, (void)signal;
  return 0;
}
#ifdef __cplusplus
}
#endif
