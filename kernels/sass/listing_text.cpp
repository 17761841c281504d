#include "kernels/sass/listing_text.h"

#include <fmt/format.h>

#include <array>

#include "kernels/sass/text_parts.h"

namespace warplens::sass {

namespace {

constexpr std::string_view kAsAbove = ".";
constexpr std::string_view kUnknownLive = "-";
constexpr std::uint32_t kInstructionBytes = 16;

constexpr std::array kLiveColumns{&LiveRegisters::general, &LiveRegisters::uniform,
                                  &LiveRegisters::predicates, &LiveRegisters::uniform_predicates};

std::string live_text(const std::optional<LiveRegisters>& live) {
  if (!live.has_value()) return std::string(kUnknownLive);
  std::size_t columns = kLiveColumns.size();
  while (columns > 1 && *live.*kLiveColumns[columns - 1] == 0) --columns;
  std::string text = fmt::format("{}", live->general);
  for (std::size_t i = 1; i < columns; ++i) text += fmt::format("/{}", *live.*kLiveColumns[i]);
  return text;
}

bool read_live(std::string_view text, std::optional<LiveRegisters>& into) {
  if (text == kUnknownLive) return true;
  LiveRegisters live;
  for (const auto column : kLiveColumns) {
    const std::size_t end = std::min(text.find('/'), text.size());
    const auto count = whole_number<std::uint16_t>(text.substr(0, end));
    if (!count.has_value()) return false;
    live.*column = *count;
    if (end == text.size()) {
      into = live;
      return true;
    }
    text.remove_prefix(end + 1);
  }
  return false;
}

void add_column(std::string column, std::string& before, std::string& into) {
  into += column == before ? kAsAbove : std::string_view(column);
  into += ' ';
  before = std::move(column);
}

// The column itself, or what stood in the line before; empty when there is none.
std::string_view column_in(std::string_view& line, std::string_view& before) {
  const std::string_view word = take_word(line);
  if (word != kAsAbove) before = word;
  return before;
}

}  // namespace

void ListingWriter::write(const ListedInstruction& instruction, std::string& into) {
  add_column(fmt::format("{}", instruction.ptx_line), line_, into);
  add_column(fmt::format("{}{}", instruction.straight_run, instruction.is_in_loop ? "L" : ""), run_,
             into);
  add_column(live_text(instruction.live), live_, into);
  into += instruction.text + '\n';
}

bool ListingReader::read(std::string_view line, ListedInstruction& into) {
  const auto ptx_line = whole_number<std::uint32_t>(column_in(line, line_));
  std::string_view run = column_in(line, run_);
  into.is_in_loop = run.ends_with('L');
  if (into.is_in_loop) run.remove_suffix(1);
  const auto straight_run = whole_number<std::uint32_t>(run);
  if (!ptx_line.has_value() || !straight_run.has_value()) return false;
  if (!read_live(column_in(line, live_), into.live) || line.empty()) return false;
  into.ptx_line = *ptx_line;
  into.straight_run = *straight_run;
  into.text = line;
  into.target = target_of(line);
  into.address = address_;
  address_ += kInstructionBytes;
  return true;
}

}  // namespace warplens::sass
