// What a profiler says of each source line: a bar as long as what was counted, split into what it
// is for, and below it, where a report is there, a thin one as long as what was measured.
//
//   line 10       ███▒▒▒████████████████████████  28 bank conflicts    32 wavefronts
//   shared load   ════════════════════════════════                     measured 32
#pragma once

#include <cstddef>
#include <vector>

#include "viz/explain/explanation.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// One side of an access: its wavefronts, or its sectors.
struct ProfilerRow {
  std::size_t access = 0;  // of the explanation
  bool is_shared = true;
  friend bool operator==(const ProfilerRow&, const ProfilerRow&) = default;
};

// Dearest first: by what is beyond the least, then by all of it.
[[nodiscard]] std::vector<ProfilerRow> profiler_rows(const explain::Explanation& explanation);

// As many of the rows as have room; `chosen` stands out. They carry MarkId{row, number}.
[[nodiscard]] DrawList profiler_view(const explain::Explanation& explanation,
                                     const std::vector<ProfilerRow>& rows, std::size_t chosen,
                                     Size size, const Style& style);

}  // namespace warplens::scene
