// A number, or a tuple of such: a shape, a stride, a coordinate. `8`, `(8,(2,4))`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::cute {

struct IntTuple {
  std::int64_t value = 0;         // of a number
  std::vector<IntTuple> parts{};  // of a tuple; a number has none
  friend bool operator==(const IntTuple&, const IntTuple&) = default;

  [[nodiscard]] bool is_number() const { return parts.empty(); }
  // A number is its own only part.
  [[nodiscard]] std::size_t rank() const { return is_number() ? 1 : parts.size(); }
  [[nodiscard]] const IntTuple& part(std::size_t i) const { return is_number() ? *this : parts[i]; }
};

[[nodiscard]] std::string text_of(const IntTuple& tuple);

}  // namespace warplens::cute
