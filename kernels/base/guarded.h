// Catches exceptions where a thread ends: what the standard library throws when memory runs out
// becomes an error.
//
//   std::jthread([&] { outcome = guarded([&] { return run(); }); });
#pragma once

#include <exception>
#include <new>

#include "kernels/base/result.h"

namespace warplens {

[[nodiscard]] inline Error not_enough_memory() {
  return {tr("not enough memory: choose smaller sizes, allow more (--memory) or close "
             "other programs"),
          ErrorCode::out_of_memory};
}

// `run` returns a Result.
template <class Run>
[[nodiscard]] auto guarded(Run run) -> decltype(run()) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    return fail(not_enough_memory());
  } catch (const std::exception& error) {
    return fail(tr("stopped: {} (is there memory and disk space left?)", error.what()));
  }
}

}  // namespace warplens
