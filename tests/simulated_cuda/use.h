// For tests: the simulated driver in place of the machine's own, from here to the end of the
// process.
#pragma once

#include <dlfcn.h>

#include <cstdlib>

namespace warplens::simulated {

// A library that is open already is what dlopen("libcuda.so.1") finds.
[[nodiscard]] inline bool use_simulated_driver() {
  return dlopen(WARPLENS_BINARY_DIR "/tests/simulated_cuda/libcuda.so.1", RTLD_NOW) != nullptr;
}

// Makes it fail as `what` says (simulated_cuda.h) until the end of the scope.
class Failing {
 public:
  explicit Failing(const char* what) { setenv("WARPLENS_SIMULATED_CUDA", what, 1); }
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;
  ~Failing() { unsetenv("WARPLENS_SIMULATED_CUDA"); }
};

}  // namespace warplens::simulated
