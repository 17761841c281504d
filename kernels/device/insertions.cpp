#include "kernels/device/insertions.h"

#include <algorithm>

namespace warplens::device {

void Insertions::add(std::uint32_t offset, std::string piece) {
  pieces_.emplace_back(offset, std::move(piece));
}

std::string Insertions::apply_to(std::string_view text) const {
  auto pieces = pieces_;
  std::ranges::stable_sort(pieces, {}, &std::pair<std::uint32_t, std::string>::first);
  std::string result;
  std::size_t from = 0;
  for (const auto& [offset, piece] : pieces) {
    const std::size_t to = std::min<std::size_t>(offset, text.size());
    result += text.substr(from, to - from);
    result += piece;
    from = to;
  }
  return result += text.substr(from);
}

}  // namespace warplens::device
