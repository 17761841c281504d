#include "kernels/machine/launch/touched_lines.h"

#include <algorithm>

namespace warplens::machine {

void TouchedLines::forget() {
  std::ranges::fill(table_, kNone);
  lines_.clear();
  last_ = 0;
}

TouchedLine& TouchedLines::add_line(std::uint64_t line, std::uint64_t slot) {
  last_ = static_cast<std::uint32_t>(lines_.size());
  table_[slot] = last_;
  lines_.push_back({line});
  if (lines_.size() * 2 > table_.size()) grow();
  return lines_.back();
}

void TouchedLines::grow() {
  ++bits_;
  table_.assign(std::size_t{1} << bits_, kNone);
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    std::uint64_t slot = slot_of(lines_[i].line);
    while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = i;
  }
}

}  // namespace warplens::machine
