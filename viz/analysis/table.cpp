#include "viz/analysis/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace warplens::tables {
namespace {

bool is_number(std::string_view cell) {
  double value = 0;
  const char* end = cell.data() + cell.size();
  const auto read = std::from_chars(cell.data(), end, value);
  return !cell.empty() && read.ec == std::errc() && read.ptr == end;
}

bool is_formula(std::string_view cell) {
  constexpr std::string_view kBegins = "=+-@\t\r\n";
  return !cell.empty() && kBegins.find(cell.front()) != std::string_view::npos && !is_number(cell);
}

std::string csv_cell(const std::string& cell) {
  const std::string words = (is_formula(cell) ? "'" : "") + cell;
  if (words.find_first_of(",\"\r\n") == std::string::npos) return words;
  std::string quoted = "\"";
  for (const char c : words) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string one_line(std::string cell) {
  std::ranges::replace_if(
      cell, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return cell;
}

std::string joined(const Table& table, std::string_view between, std::string_view end,
                   std::string (*cell)(const std::string&)) {
  std::string text;
  for (const Row& row : table) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += between;
      text += cell(row[i]);
    }
    text += end;
  }
  return text;
}

// The width in a terminal's columns, as fmt pads to it: a Chinese character takes two. No character
// takes more columns than bytes.
std::size_t width_of(std::string_view text) {
  return 2 * text.size() - fmt::formatted_size("{:<{}}", text, text.size());
}

struct Column {
  std::size_t width = 0;
  bool is_of_figures = true;
};

std::vector<Column> columns_of(const Table& table) {
  std::vector<Column> columns;
  for (std::size_t row = 0; row < table.size(); ++row) {
    columns.resize(std::max(columns.size(), table[row].size()));
    for (std::size_t i = 0; i < table[row].size(); ++i) {
      const std::string& cell = table[row][i];
      columns[i].width = std::max(columns[i].width, width_of(cell));
      columns[i].is_of_figures &= row == 0 || cell.empty() || is_number(cell);
    }
  }
  return columns;
}

std::string text_row(const Row& row, const std::vector<Column>& columns) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string room(columns[i].width - width_of(row[i]), ' ');
    if (i > 0) line += "  ";
    line += columns[i].is_of_figures ? room + row[i] : row[i] + room;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string as_csv(const Table& table) { return joined(table, ",", "\r\n", csv_cell); }

std::string as_tabs(const Table& table) {
  return joined(table, "\t", "\n", [](const std::string& cell) { return one_line(cell); });
}

std::string as_text(const Table& table) {
  Table lines = table;
  for (Row& row : lines) std::ranges::transform(row, row.begin(), one_line);
  const std::vector<Column> columns = columns_of(lines);
  std::string text;
  for (const Row& row : lines) text += text_row(row, columns);
  return text;
}

}  // namespace warplens::tables
