// The figures of a trace as tables. Names of columns are those of `warplens trace --json`.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/trace/trace.h"
#include "viz/analysis/table.h"

namespace warplens::tables {

enum class TraceTable : std::uint8_t {
  totals,    // a row a class of access
  lines,     // a row a source line and space
  sites,     // a row a PTX instruction that is recorded
  findings,  // a row a finding
};
inline constexpr std::array<std::string_view, 4> kTraceTableNames{"totals", "lines", "sites",
                                                                  "findings"};

[[nodiscard]] std::optional<TraceTable> trace_table_named(std::string_view name);

// A table of all launches, numbered from 1. Figures cover all blocks; cells that do not apply to a
// space are empty. `ptx`: the module's text, which says where inlined code was called from.
[[nodiscard]] Table table_of(TraceTable which,
                             std::span<const std::shared_ptr<const trace::Trace>> launches,
                             std::string_view ptx, Language language = Language::en);

}  // namespace warplens::tables
