// The bytes of exposed buffers that one block has touched, by kind of use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/machine/launch/byte_set.h"

namespace warplens::machine {

enum class GlobalUse : std::uint8_t { read, write, strong };  // strong: atomics and their like

// The bytes of a line by their use.
struct TouchedLine {
  std::uint64_t line = 0;
  std::array<std::uint64_t, 3> bits{};  // by GlobalUse

  [[nodiscard]] std::uint64_t of(GlobalUse use) const {
    return bits[static_cast<std::size_t>(use)];
  }
};

class TouchedLines {
 public:
  void clear() {
    if (!lines_.empty()) forget();
  }
  void add(const ByteMask& bytes, GlobalUse use) {
    line_of(bytes.word).bits[static_cast<std::size_t>(use)] |= bytes.bits;
  }
  // The lines in the order in which they were first touched.
  [[nodiscard]] std::span<const TouchedLine> lines() const { return lines_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kFirstBits = 8;  // of the table's size

  TouchedLine& line_of(std::uint64_t line) {
    if (last_ < lines_.size() && lines_[last_].line == line) return lines_[last_];
    std::uint64_t slot = slot_of(line);
    for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1)) {
      last_ = table_[slot];
      if (lines_[last_].line == line) return lines_[last_];
    }
    return add_line(line, slot);
  }
  [[nodiscard]] std::uint64_t slot_of(std::uint64_t line) const {
    return line * 0x9e3779b97f4a7c15u >> (64 - bits_);
  }
  TouchedLine& add_line(std::uint64_t line, std::uint64_t slot);
  void grow();
  void forget();

  std::uint32_t bits_ = kFirstBits;
  std::uint32_t last_ = 0;  // in lines_
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(1u << kFirstBits, kNone);
  std::vector<TouchedLine> lines_;
};

}  // namespace warplens::machine
