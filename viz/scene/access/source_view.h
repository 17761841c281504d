// The kernel's text with what each line costs, as rows for the UI to draw: text is what ImGui does
// best. Made once a trace; the current line follows from the current event's site.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/both.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/source_lines.h"

namespace warplens::scene {

struct SourceRow {
  std::uint32_t line = 0;             // from 1
  Both text;                          // tabs are spaces; in Chinese where its comment is
  analysis::LineCost cost;            // all sites of this line, all blocks
  std::vector<std::size_t> findings;  // rows of Trace::findings: errors and warnings at this line
  std::vector<warplens::Text> stories{};  // what became of its accesses where that is not the PTX's
  bool is_doubtful = false;               // a cost is the PTX's for want of better
};

struct SourceTable {
  std::string file;
  std::vector<SourceRow> rows;
};

// `file` as sites name it. Code inlined from another file counts at the line that called it. The
// Chinese text, where there is one, has the lines of the English one.
[[nodiscard]] SourceTable source_table(const trace::Trace& trace, std::string_view file,
                                       std::string_view text, std::string_view chinese = {});

// The row of `table` that `site` stands at: an index, or table.rows.size() when it is elsewhere.
[[nodiscard]] std::size_t row_of(const SourceTable& table, const trace::Site& site);

}  // namespace warplens::scene
