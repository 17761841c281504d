// The bytes that a launch's threads have written so far, and by which instruction each word of them
// was written last.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "kernels/machine/launch/byte_set.h"
#include "kernels/machine/launch/line_table.h"

namespace warplens::machine {

class WrittenWords {
 public:
  void clear() {
    lines_.clear();
    first_ = ~std::uint64_t{0};
    last_ = 0;
  }
  void add(const ByteMask& bytes, std::uint32_t instruction) {
    first_ = std::min(first_, bytes.word);
    last_ = std::max(last_, bytes.word);
    Line& line = lines_.of(bytes.word);
    line.bits |= bytes.bits;
    each_word(bytes.bits, [&](std::uint64_t word) { line.writers[word] = instruction; });
  }
  // Whether anything near the bytes [begin, end) was written: false is certain.
  [[nodiscard]] bool may_meet(std::uint64_t begin, std::uint64_t end) const {
    return begin / kBytesAWord <= last_ && (end - 1) / kBytesAWord >= first_;
  }
  // An instruction that wrote any of the bytes.
  [[nodiscard]] std::optional<std::uint32_t> writer(const ByteMask& bytes) const {
    if (bytes.word < first_ || bytes.word > last_) return std::nullopt;
    const Line* const line = lines_.find(bytes.word);
    if (line == nullptr || (line->bits & bytes.bits) == 0) return std::nullopt;
    std::uint32_t instruction = 0;
    each_word(line->bits & bytes.bits,
              [&](std::uint64_t word) { instruction = line->writers[word]; });
    return instruction;
  }

 private:
  static constexpr std::uint64_t kWordBytes = 4;
  struct Line {
    std::uint64_t line = 0;
    std::uint64_t bits = 0;
    std::array<std::uint32_t, kBytesAWord / kWordBytes> writers{};
  };

  template <class Visit>
  static void each_word(std::uint64_t bits, Visit visit) {
    for (std::uint64_t word = 0; word < kBytesAWord / kWordBytes; ++word) {
      if ((bits >> word * kWordBytes & 0xf) != 0) visit(word);
    }
  }

  LineTable<Line> lines_;
  std::uint64_t first_ = ~std::uint64_t{0}, last_ = 0;  // lines; first_ > last_: none
};

}  // namespace warplens::machine
