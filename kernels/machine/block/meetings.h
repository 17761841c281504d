// Where lanes that wait in a call meet those that went past it, as the frames that called see it.
#pragma once

#include <cstdint>

#include "kernels/machine/block/call_frame.h"

namespace warplens::machine {

// In `outer`'s function, the place behind what waits in `inner`: `own` (of FunctionImage::meetings)
// where they are one frame, else that of the call in `outer` that led there; kNoIndex where none
// is.
[[nodiscard]] std::uint32_t meeting_seen_from(const CallFrame& outer, const CallFrame& inner,
                                              std::uint32_t own);
// The same from the kernel's own frame.
[[nodiscard]] std::uint32_t meeting_in_entry(const CallFrame& inner, std::uint32_t own);

}  // namespace warplens::machine
