// Which words of buffers the threads of one block used, and how: a number a word. A line of which a
// word was used by two threads so that their order may matter is a suspect.
#pragma once

#include <array>
#include <cstdint>
#include <set>

#include "kernels/machine/launch/line_table.h"
#include "kernels/machine/launch/touched_lines.h"

namespace warplens::machine {

class ThreadWords {
 public:
  static constexpr std::uint32_t kEveryone = (1u << 20) - 1;  // as the thread

  [[nodiscard]] bool is_empty() const { return lines_.is_empty(); }
  void clear() { lines_.clear(); }
  // Notes `width` bytes at `address`, which cross no line.
  void add(std::uint64_t address, std::uint32_t width, std::uint32_t thread, GlobalUse use,
           std::set<std::uint64_t>& suspects);

 private:
  static constexpr std::uint32_t kUseBits = 2;
  static constexpr std::uint64_t kWordBytes = 4;

  struct Line {
    std::uint64_t line = 0;
    std::array<std::uint32_t, kBytesAWord / kWordBytes> words{};  // 0: not used
  };

  [[nodiscard]] static bool use_word(std::uint32_t& word, std::uint32_t thread, GlobalUse use);

  LineTable<Line> lines_;
};

}  // namespace warplens::machine
