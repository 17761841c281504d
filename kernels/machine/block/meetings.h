// The instruction at which lanes that wait in a call meet those that went past it, as the frames of
// the callers see it.
#pragma once

#include <cstdint>

#include "kernels/machine/block/call_frame.h"

namespace warplens::machine {

// The place in `outer`'s function behind the call or barrier that `inner` waits in: `own` (of
// FunctionImage::meetings) if they are one frame, else that of the call in `outer` that led there;
// kNoIndex if there is none.
[[nodiscard]] std::uint32_t meeting_seen_from(const CallFrame& outer, const CallFrame& inner,
                                              std::uint32_t own);
// The same from the kernel's own frame.
[[nodiscard]] std::uint32_t meeting_in_entry(const CallFrame& inner, std::uint32_t own);

}  // namespace warplens::machine
