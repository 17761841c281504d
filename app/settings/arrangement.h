// How the window is arranged in one mode: what is open, and where its borders were dragged to.
#pragma once

#include <array>
#include <string_view>

namespace warplens::session {

enum class Border : unsigned char { card, drawer, row, timeline };

struct Arrangement {
  bool card = true;       // the lesson's text, or the list of kernels
  bool drawer = false;    // the source and the findings
  bool table = false;     // every figure
  bool timeline = false;  // the transport with its timeline by warp
  bool worst = false;     // the list of the worst accesses, below the findings
  // By Border: what the part takes of the window's width or height; 0: what the layout likes.
  std::array<float, 4> shares{};
  friend bool operator==(const Arrangement&, const Arrangement&) = default;

  [[nodiscard]] float& share(Border border) { return shares[static_cast<std::size_t>(border)]; }
  [[nodiscard]] float share(Border border) const {
    return shares[static_cast<std::size_t>(border)];
  }
};

inline constexpr std::array<std::string_view, 4> kBorderNames{"card", "drawer", "row", "timeline"};

// A lesson shows one picture; whoever explores wants to see everything about it.
inline constexpr Arrangement kLessonArrangement{};
inline constexpr Arrangement kExploreArrangement{true, true, true, true, true, {}};

}  // namespace warplens::session
