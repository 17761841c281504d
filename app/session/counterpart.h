// The same moment in another kernel's run, for two kernels side by side.
#pragma once

#include "app/session/cursor.h"

namespace warplens::session {

// The event of `other` that stands for the one under `cursor`: of the same block and warp, the n-th
// of its kind and space. When `other` has fewer, the last of them; when it has none, the place as
// far through the run. A row number clamped to the launch where there is nothing to compare.
[[nodiscard]] Cursor counterpart(const KernelResult& result, Cursor cursor,
                                 const KernelResult& other);

}  // namespace warplens::session
