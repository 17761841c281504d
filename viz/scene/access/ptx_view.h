// A kernel's PTX with what each instruction costs and the source line it comes from, as rows for
// the UI to draw. Made once a result; rows point into the text, which must outlive the table.
//
//   .loc 1 26 3, … inlined_at 1 46 3   ─► the instructions below: line 26, called from line 46
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/source_lines.h"

namespace warplens::scene {

struct PtxPlace {
  std::string file, call_file;            // as .file names them
  std::uint32_t line = 0, call_line = 0;  // 0: none
};

struct PtxRow {
  std::string_view text;
  std::uint32_t place = 0;  // in PtxTable::places
};

struct PtxTable {
  std::vector<PtxRow> rows;                         // row 0 is line 1
  std::vector<PtxPlace> places;                     // the first one means nowhere
  std::map<std::size_t, analysis::LineCost> costs;  // of the rows that touch memory
  std::size_t longest = 0;                          // characters, tabs as shown_ptx() has them
};

[[nodiscard]] PtxTable ptx_table(const trace::Trace& trace, std::string_view ptx);

// The row of the site's instruction, or table.rows.size() when its line is not there.
[[nodiscard]] std::size_t row_of(const PtxTable& table, const trace::Site& site);

// True for an instruction of this source line, or of a function inlined there.
[[nodiscard]] bool belongs(const PtxTable& table, std::size_t row, std::string_view file,
                           std::uint32_t line);

// A row's text with less indentation and single blanks for tabs.
[[nodiscard]] std::string shown_ptx(std::string_view text);

}  // namespace warplens::scene
