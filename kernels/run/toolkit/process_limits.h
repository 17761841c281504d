// What another program may take.
#pragma once

#include <chrono>
#include <cstdint>

#include "kernels/base/memory_watch.h"

namespace warplens::run {

// Its time, and the memory of it and of each that it starts, which also bounds the files that they
// write.
struct ProcessLimits {
  std::chrono::duration<double> time = std::chrono::minutes(10);
  std::uint64_t memory = kDefaultMemory;
};

}  // namespace warplens::run
