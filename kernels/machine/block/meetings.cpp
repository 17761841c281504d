#include "kernels/machine/block/meetings.h"

namespace warplens::machine {

std::uint32_t meeting_seen_from(const CallFrame& outer, const CallFrame& inner, std::uint32_t own) {
  if (&inner == &outer) return own;
  const CallFrame* frame = &inner;
  while (frame != nullptr && frame->caller != &outer) frame = frame->caller;
  return frame == nullptr ? kNoIndex : frame->call->meeting;
}

std::uint32_t meeting_in_entry(const CallFrame& inner, std::uint32_t own) {
  const CallFrame* entry = &inner;
  while (entry->caller != nullptr) entry = entry->caller;
  return meeting_seen_from(*entry, inner, own);
}

}  // namespace warplens::machine
