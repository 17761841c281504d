#include "app/features/machine_code/code_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace warplens::code {
namespace {

constexpr std::array<std::string_view, kCodeColumns> kNames{"source", "ptx", "sass"};

std::optional<std::uint32_t> whole_number(std::string_view text, int base) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || last != end) return std::nullopt;
  return number;
}

template <class Row, class Number>
std::optional<CodeMark> mark_in(CodeColumn column, const std::vector<Row>& rows, Number Row::*field,
                                std::uint32_t number) {
  const auto found = std::ranges::find(rows, number, field);
  if (found == rows.end()) return std::nullopt;
  return CodeMark{column, static_cast<std::uint32_t>(found - rows.begin())};
}

}  // namespace

std::optional<ChosenLine> parse_line(std::string_view text) {
  for (const CodeColumn column : kAllCodeColumns) {
    const std::string_view name = kNames[static_cast<std::size_t>(column)];
    if (!text.starts_with(name) || text.substr(name.size(), 1) != ":") continue;
    text.remove_prefix(name.size() + 1);
    const bool is_hex = text.starts_with("0x");
    const auto number = whole_number(is_hex ? text.substr(2) : text, is_hex ? 16 : 10);
    if (!number || (*number == 0 && column != CodeColumn::sass)) return std::nullopt;
    return ChosenLine{column, *number};
  }
  return std::nullopt;
}

std::string line_text(const ChosenLine& line) {
  const std::string_view name = kNames[static_cast<std::size_t>(line.column)];
  return line.column == CodeColumn::sass ? fmt::format("{}:{:#x}", name, line.number)
                                         : fmt::format("{}:{}", name, line.number);
}

std::optional<CodeMark> mark_of(const CodeModel& model, const ChosenLine& line) {
  if (line.column == CodeColumn::source) {
    return mark_in(line.column, model.source, &SourceCodeRow::line, line.number);
  }
  if (line.column == CodeColumn::ptx) {
    return mark_in(line.column, model.ptx, &PtxCodeRow::line, line.number);
  }
  return mark_in(line.column, model.sass, &SassCodeRow::address, line.number);
}

std::optional<ChosenLine> line_of(const CodeModel& model, const CodeMark& mark) {
  if (mark.row >= model.rows(mark.column)) return std::nullopt;
  if (mark.column == CodeColumn::sass) {
    return ChosenLine{mark.column, model.sass[mark.row].address};
  }
  const std::uint32_t line =
      mark.column == CodeColumn::ptx ? model.ptx[mark.row].line : model.source[mark.row].line;
  if (line == 0) return std::nullopt;
  return ChosenLine{mark.column, line};
}

}  // namespace warplens::code
