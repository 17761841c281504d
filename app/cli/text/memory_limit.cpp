#include "app/cli/text/memory_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::cli {
namespace {

#if defined(WARPLENS_SANITIZED)
constexpr bool kIsLimited = false;
#else
constexpr bool kIsLimited = true;
#endif

// Before it is converted, which takes a number below zero for a very large one.
std::string check_size(const std::string& text) {
  const bool is_size = !text.empty() && text.front() >= '0' && text.front() <= '9';
  return is_size ? "" : fmt::format("'{}' is no size: write 512MiB or 8GiB", text);
}

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
      ->transform(CLI::AsSizeValue(false))
      ->transform(CLI::Validator(check_size, ""));
}

}  // namespace warplens::cli
