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
  // Inserts `piece` before the character at `offset`; pieces at the same offset keep the order in
  // which they were added.
  void add(std::uint32_t offset, std::string piece);
  [[nodiscard]] std::string apply_to(std::string_view text) const;

 private:
  std::vector<std::pair<std::uint32_t, std::string>> pieces_;
};

}  // namespace warplens::device
