// How much memory the program may take: what does not fit is an error, not the end of other
// programs.
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace warplens::cli {

inline constexpr std::uint64_t kDefaultMemory = std::uint64_t{4} << 30;

// While it lives, all that this process takes (guest memory, traces, captures, sources, its own) is
// at most `bytes`: beyond that memory cannot be had, which is reported as running out of it.
// Programs that are started meanwhile have the same limit. Under a sanitizer, which takes memory in
// advance, there is none.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t bytes);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;
  ~MemoryBudget();

 private:
  rlimit previous_{};
};

}  // namespace warplens::cli
