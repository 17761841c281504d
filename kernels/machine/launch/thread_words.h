// Which words of buffers the threads of one block used, and how: a number a word. A line of which a
// word was used by two threads so that their order may matter is a suspect.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "kernels/machine/launch/touched_lines.h"

namespace warplens::machine {

class ThreadWords {
 public:
  static constexpr std::uint32_t kEveryone = (1u << 20) - 1;  // as the thread

  [[nodiscard]] bool is_empty() const { return lines_.empty(); }
  void clear() {
    if (!lines_.empty()) forget();
  }
  // Notes `width` bytes at `address`, which cross no line.
  void add(std::uint64_t address, std::uint32_t width, std::uint32_t thread, GlobalUse use,
           std::set<std::uint64_t>& suspects);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kFirstBits = 8;  // of the table's size
  static constexpr std::uint32_t kUseBits = 2;
  static constexpr std::uint64_t kWordBytes = 4;

  struct Line {
    std::uint64_t line = 0;
    std::array<std::uint32_t, kBytesAWord / kWordBytes> words{};  // 0: not used
  };

  [[nodiscard]] static bool use_word(std::uint32_t& word, std::uint32_t thread, GlobalUse use);
  Line& line_of(std::uint64_t line);
  [[nodiscard]] std::uint64_t slot_of(std::uint64_t line) const {
    return line * 0x9e3779b97f4a7c15u >> (64 - bits_);
  }
  void grow();
  void forget();

  std::uint32_t bits_ = kFirstBits;
  std::uint32_t last_ = 0;  // in lines_
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(1u << kFirstBits, kNone);
  std::vector<Line> lines_;
};

}  // namespace warplens::machine
