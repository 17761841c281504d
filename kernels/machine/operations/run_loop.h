// A loop over lanes that is no operation, compiled twice as operations are (operations_map.h).
//
//   run_loop<Loop>(values...)    Loop::run(values...), which is WARPLENS_INLINE
#pragma once

#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {

#if defined(__x86_64__)
template <class Loop, class... Values>
WARPLENS_AVX2 auto run_loop_avx2(Values... values) {
  return Loop::run(values...);
}
#endif

template <class Loop, class... Values>
auto run_loop(Values... values) {
#if defined(__x86_64__)
  if (has_avx2()) return run_loop_avx2<Loop>(values...);
#endif
  return Loop::run(values...);
}

}  // namespace warplens::machine
