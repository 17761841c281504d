// Where in a result the person stands, and how that place is found again in another result.
//
// An event's number means nothing once a parameter changes, so places are named: the n-th event of
// one kind and space, at source lines that hold a marker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/kernel_result_ptr.h"
#include "kernels/trace/trace.h"

namespace warplens::session {

struct Cursor {
  std::size_t launch = 0;
  std::size_t event = 0;
  friend bool operator==(const Cursor&, const Cursor&) = default;
};

struct Anchor {
  std::string marker;  // text that the source line holds; empty: any line
  trace::Space space = trace::Space::shared;
  trace::EventKind kind = trace::EventKind::load;
  std::uint32_t occurrence = 0;  // counted in the first launch that has such an event
  friend bool operator==(const Anchor&, const Anchor&) = default;
};

// The event that the anchor names; nothing when there are not that many. In the first launch that
// has such an event, or in `launch` alone.
[[nodiscard]] std::optional<Cursor> find_event(const KernelResult& result, const Anchor& anchor);
[[nodiscard]] std::optional<Cursor> find_event(const KernelResult& result, const Anchor& anchor,
                                               std::size_t launch);

// Where a person starts without an anchor: the first access to memory, or the first event.
[[nodiscard]] Cursor first_access(const KernelResult& result);
// The same in one launch, the last where there are not that many.
[[nodiscard]] Cursor first_access(const KernelResult& result, std::size_t launch);

// The name of the place under the cursor; nothing when the result has no event there.
[[nodiscard]] std::optional<Anchor> anchor_of(const KernelResult& result, Cursor cursor);

// Text of line `line` (from 1) of `text`; empty past its end.
[[nodiscard]] std::string_view line_of(std::string_view text, std::uint32_t line);

}  // namespace warplens::session
