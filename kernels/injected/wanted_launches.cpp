#include "kernels/injected/wanted_launches.h"

#include <cxxabi.h>
#include <cstdint>

#include <cstdlib>
#include <memory>

namespace warplens::injected {

WantedLaunches::WantedLaunches(const std::string& pattern, std::uint64_t skipped,
                               std::uint64_t count)
    : skipped_(skipped), left_(count) {
  if (pattern.empty()) return;
  is_bad_ = ::regcomp(&pattern_, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0;
  has_pattern_ = !is_bad_;
}

WantedLaunches::~WantedLaunches() {
  if (has_pattern_) ::regfree(&pattern_);
}

bool WantedLaunches::is_named(const char* name) const {
  if (is_bad_ || name == nullptr) return false;
  if (!has_pattern_) return true;
  if (::regexec(&pattern_, name, 0, nullptr, 0) == 0) return true;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> written(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return status == 0 && ::regexec(&pattern_, written.get(), 0, nullptr, 0) == 0;
}

bool WantedLaunches::is_named(api::CUfunction function, const char* name) {
  const auto known = of_function_.find(function);
  if (known != of_function_.end()) return known->second;
  return of_function_[function] = is_named(name);
}

bool WantedLaunches::take() {
  if (skipped_ != 0) {
    --skipped_;
    return false;
  }
  if (left_ == 0) return false;
  --left_;
  return true;
}

}  // namespace warplens::injected
