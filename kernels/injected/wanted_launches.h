// Which launches are captured: of kernels with a name, the first so many.
#pragma once

#include <regex.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "kernels/injected/driver_calls.h"

namespace warplens::injected {

class WantedLaunches {
 public:
  // The pattern is an extended regular expression, searched in a kernel's name as compiled and as
  // written; empty: all. One that is none is no kernel's.
  WantedLaunches(const std::string& pattern, std::uint64_t skipped, std::uint64_t count);
  ~WantedLaunches();
  WantedLaunches(const WantedLaunches&) = delete;
  WantedLaunches& operator=(const WantedLaunches&) = delete;

  [[nodiscard]] bool is_over() const { return left_ == 0; }
  [[nodiscard]] bool is_named(const char* name) const;
  // Of a launch that is looked at each time: by its function's handle.
  [[nodiscard]] bool is_named(api::CUfunction function, const char* name);
  // A function's handle may be another's from now on.
  void forget_functions() { of_function_.clear(); }
  // Counts a launch of such a kernel; false: it is skipped.
  [[nodiscard]] bool take();

 private:
  regex_t pattern_{};
  bool has_pattern_ = false, is_bad_ = false;
  std::uint64_t skipped_, left_;
  std::unordered_map<api::CUfunction, bool> of_function_;
};

}  // namespace warplens::injected
