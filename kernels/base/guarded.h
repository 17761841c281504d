// At a thread's edge: what is thrown all the same, by the library where memory ran out, becomes an
// error.
//
//   std::jthread([&] { outcome = guarded([&] { return run(); }); });
#pragma once

#include <exception>
#include <new>

#include "kernels/base/result.h"

namespace warplens {

[[nodiscard]] inline Error not_enough_memory() {
  return {text_in_both("not enough memory: choose smaller sizes, allow more (--memory) or close "
                       "other programs",
                       "内存不足：请选择较小的尺寸，允许更多内存（--memory），或关闭其他程序"),
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
    return fail_in_both("stopped: {} (is there memory and disk space left?)",
                        "已停止：{}（内存和磁盘空间是否充足？）", error.what());
  }
}

}  // namespace warplens
