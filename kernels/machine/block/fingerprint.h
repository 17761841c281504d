// A 64-bit fingerprint of state: equal states give equal ones, and different ones practically never
// do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace warplens::machine {

class Fingerprint {
 public:
  // A step of MurmurHash64A (Appleby).
  void add(std::uint64_t word) {
    constexpr std::uint64_t kFactor = 0xc6a4a7935bd1e995u;
    word *= kFactor;
    word ^= word >> 47;
    value_ = (value_ ^ (word * kFactor)) * kFactor;
  }
  void add(std::span<const std::byte> bytes) {
    add(bytes.size());
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
      add(word_of(bytes.first(sizeof(std::uint64_t))));
    }
    if (!bytes.empty()) add(word_of(bytes));
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  static std::uint64_t word_of(std::span<const std::byte> bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    return word;
  }

  std::uint64_t value_ = 0;
};

}  // namespace warplens::machine
