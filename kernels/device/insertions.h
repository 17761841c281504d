// Pieces of text put into a text, which itself stays as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::device {

class Insertions {
 public:
  // Before the character at `offset`; of several pieces at one place the first added comes first.
  void add(std::uint32_t offset, std::string piece);
  [[nodiscard]] std::string apply_to(std::string_view text) const;

 private:
  std::vector<std::pair<std::uint32_t, std::string>> pieces_;
};

}  // namespace warplens::device
