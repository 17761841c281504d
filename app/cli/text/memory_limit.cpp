#include "app/cli/text/memory_limit.h"

#include <algorithm>

namespace warplens::cli {
namespace {

#if defined(WARPLENS_SANITIZED)
constexpr bool kIsLimited = false;
#else
constexpr bool kIsLimited = true;
#endif

}  // namespace

HeldMemory::HeldMemory(std::uint64_t bytes) {
  getrlimit(RLIMIT_DATA, &previous_);
  rlimit limit = previous_;
  limit.rlim_cur = std::min<rlim_t>(bytes, previous_.rlim_cur);
  if (kIsLimited) setrlimit(RLIMIT_DATA, &limit);
}

HeldMemory::~HeldMemory() { setrlimit(RLIMIT_DATA, &previous_); }

void MemoryLimit::add_to(CLI::App& parser) {
  parser
      .add_option("--memory", bytes_, "Memory that may be taken, as 512MiB or 8GiB (default: 4GiB)")
      ->transform(CLI::AsSizeValue(false));
}

}  // namespace warplens::cli
