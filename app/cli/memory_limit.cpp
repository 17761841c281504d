#include "app/cli/memory_budget.h"

#include <algorithm>

namespace warplens::cli {
namespace {

#if defined(WARPLENS_SANITIZED)
constexpr bool kIsLimited = false;
#else
constexpr bool kIsLimited = true;
#endif

}  // namespace

MemoryBudget::MemoryBudget(std::uint64_t bytes) {
  getrlimit(RLIMIT_DATA, &previous_);
  rlimit limit = previous_;
  limit.rlim_cur = std::min<rlim_t>(bytes, previous_.rlim_cur);
  if (kIsLimited) setrlimit(RLIMIT_DATA, &limit);
}

MemoryBudget::~MemoryBudget() { setrlimit(RLIMIT_DATA, &previous_); }

}  // namespace warplens::cli
