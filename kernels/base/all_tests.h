// What tests do only when everything is asked for (`scripts/test all`; tests/README.md, "What runs
// when").
#pragma once

#include <cstdlib>

namespace warplens {

[[nodiscard]] inline bool all_tests_are_asked_for() {
  return std::getenv("WARPLENS_TEST_ALL") != nullptr;
}

// By qemu, for another kind of processor than this machine's: ten times slower and more.
[[nodiscard]] inline bool is_emulated() { return std::getenv("WARPLENS_EMULATED") != nullptr; }

// True under a sanitizer, where long runs take a hundred times longer, unless everything is asked
// for.
[[nodiscard]] inline bool is_too_slow_here() {
#if defined(WARPLENS_SANITIZED)
  return !all_tests_are_asked_for();
#else
  return false;
#endif
}

}  // namespace warplens
