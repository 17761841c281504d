// The bytes that a launch's threads have written so far, and by which instruction each word of them
// was written last.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "kernels/machine/launch/byte_set.h"

namespace warplens::machine {

class WrittenWords {
 public:
  void clear() { lines_.clear(); }
  void add(const ByteMask& bytes, std::uint32_t instruction) {
    Line& line = lines_[bytes.word];
    line.bits |= bytes.bits;
    each_word(bytes.bits, [&](std::uint64_t word) { line.writers[word] = instruction; });
  }
  // An instruction that wrote any of the bytes.
  [[nodiscard]] std::optional<std::uint32_t> writer(const ByteMask& bytes) const {
    const auto line = lines_.find(bytes.word);
    if (line == lines_.end() || (line->second.bits & bytes.bits) == 0) return std::nullopt;
    std::uint32_t instruction = 0;
    each_word(line->second.bits & bytes.bits,
              [&](std::uint64_t word) { instruction = line->second.writers[word]; });
    return instruction;
  }

 private:
  static constexpr std::uint64_t kWordBytes = 4;
  struct Line {
    std::uint64_t bits = 0;
    std::array<std::uint32_t, kBytesAWord / kWordBytes> writers{};
  };

  template <class Visit>
  static void each_word(std::uint64_t bits, Visit visit) {
    for (std::uint64_t word = 0; word < kBytesAWord / kWordBytes; ++word) {
      if ((bits >> word * kWordBytes & 0xf) != 0) visit(word);
    }
  }

  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace warplens::machine
