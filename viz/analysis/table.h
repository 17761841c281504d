// Rows of cells as text that other programs take: a spreadsheet, a terminal, the clipboard.
#pragma once

#include <string>
#include <vector>

namespace warplens::tables {

using Row = std::vector<std::string>;
using Table = std::vector<Row>;  // the columns' names first

// RFC 4180: comma, CR LF, quoted where it must be. A cell that a spreadsheet would take for a
// formula (that begins with =, +, -, @, a tab or a line end and is no number) begins with a '
// there.
[[nodiscard]] std::string as_csv(const Table& table);
// Tabs between cells, which hold none and no line ends: for the clipboard.
[[nodiscard]] std::string as_tabs(const Table& table);
// Columns one under another, for a terminal; figures end where their column does.
[[nodiscard]] std::string as_text(const Table& table);

}  // namespace warplens::tables
