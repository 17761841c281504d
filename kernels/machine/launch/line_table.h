// Lines of memory by their number, in the order in which they were first asked for.
//
//   struct Line { std::uint64_t line; … };   LineTable<Line> table;   table.of(7).…
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warplens::machine {

template <class Line>
class LineTable {
 public:
  [[nodiscard]] bool is_empty() const { return lines_.empty(); }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }
  void clear() {
    if (!lines_.empty()) forget();
  }
  // That line, added where it is new.
  Line& of(std::uint64_t line) {
    if (last_ < lines_.size() && lines_[last_].line == line) return lines_[last_];
    std::uint64_t slot = slot_of(line);
    for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1)) {
      last_ = table_[slot];
      if (lines_[last_].line == line) return lines_[last_];
    }
    return add(line, slot);
  }
  // nullptr: it was never asked for.
  [[nodiscard]] const Line* find(std::uint64_t line) const {
    for (std::uint64_t slot = slot_of(line); table_[slot] != kNone;
         slot = (slot + 1) & (table_.size() - 1)) {
      if (lines_[table_[slot]].line == line) return &lines_[table_[slot]];
    }
    return nullptr;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kFirstBits = 8;  // of the table's size

  [[nodiscard]] std::uint64_t slot_of(std::uint64_t line) const {
    return line * 0x9e3779b97f4a7c15u >> (64 - bits_);
  }
  Line& add(std::uint64_t line, std::uint64_t slot) {
    last_ = static_cast<std::uint32_t>(lines_.size());
    table_[slot] = last_;
    lines_.push_back({line});
    if (lines_.size() * 2 > table_.size()) grow();
    return lines_.back();
  }
  void grow() {
    ++bits_;
    table_.assign(std::size_t{1} << bits_, kNone);
    for (std::uint32_t i = 0; i < lines_.size(); ++i) {
      std::uint64_t slot = slot_of(lines_[i].line);
      while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = i;
    }
  }
  void forget() {
    std::ranges::fill(table_, kNone);
    lines_.clear();
    last_ = 0;
  }

  std::uint32_t bits_ = kFirstBits;
  std::uint32_t last_ = 0;  // in lines_
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(1u << kFirstBits, kNone);
  std::vector<Line> lines_;
};

}  // namespace warplens::machine
