// The bytes of exposed buffers that one block has touched, by kind of use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/launch/line_table.h"

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
  void clear() { lines_.clear(); }
  void add(const ByteMask& bytes, GlobalUse use) {
    lines_.of(bytes.word).bits[static_cast<std::size_t>(use)] |= bytes.bits;
  }
  // The lines in the order in which they were first touched.
  [[nodiscard]] std::span<const TouchedLine> lines() const { return lines_.lines(); }

 private:
  LineTable<TouchedLine> lines_;
};

}  // namespace warplens::machine
