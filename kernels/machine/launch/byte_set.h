// Some of the bytes of a buffer, a bit each, in words that stand for 64 bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warplens::machine {

inline constexpr std::uint64_t kBytesAWord = 64;

// Bytes that lie in one word: `bits` of bytes [64 × word, 64 × word + 64).
struct ByteMask {
  std::uint64_t word = 0;
  std::uint64_t bits = 0;

  // [address, address + width), which must not cross a multiple of 64.
  [[nodiscard]] static ByteMask of(std::uint64_t address, std::uint32_t width) {
    const std::uint64_t low =
        width >= kBytesAWord ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    return {address / kBytesAWord, low << address % kBytesAWord};
  }
};

// Calls visit(mask) for the words of [begin, end).
template <class Visit>
void each_mask(std::uint64_t begin, std::uint64_t end, Visit visit) {
  while (begin < end) {
    const std::uint64_t next = std::min(end, (begin / kBytesAWord + 1) * kBytesAWord);
    visit(ByteMask::of(begin, static_cast<std::uint32_t>(next - begin)));
    begin = next;
  }
}

class ByteSet {
 public:
  // Empty until something is added; then it has room for `bytes`.
  explicit ByteSet(std::uint64_t bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t bits(std::uint64_t word) const {
    return word < words_.size() ? words_[word] : 0;
  }
  void add(std::uint64_t word, std::uint64_t bits) {
    if (words_.empty()) words_.resize(bytes_ / kBytesAWord + 1);
    if (word < words_.size()) words_[word] |= bits;
  }
  void add(const ByteSet& other) {
    for (std::uint64_t word = 0; word < other.words_.size(); ++word) add(word, other.bits(word));
  }

 private:
  std::uint64_t bytes_;
  std::vector<std::uint64_t> words_;
};

}  // namespace warplens::machine
