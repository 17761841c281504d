// Two kernels can stand side by side; the left one leads, the right one follows its cursor.
#pragma once

#include <array>
#include <cstdint>

namespace warplens::session {

enum class Side : std::uint8_t { left, right };
inline constexpr std::array kSides{Side::left, Side::right};

[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::left ? Side::right : Side::left;
}

}  // namespace warplens::session
