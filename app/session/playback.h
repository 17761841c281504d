// Playing through events at a steady rate, forwards or backwards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace warplens::session {

inline constexpr std::array<int, 7> kSpeeds{1, 2, 4, 8, 16, 32, 64};  // events a second

struct Playback {
  bool playing = false;
  int speed = 4;
  int direction = 1;
  double owed = 0;  // part of an event that has not been played yet

  // How many events to move on after `seconds`, at most `limit`.
  [[nodiscard]] std::size_t advance(double seconds, std::size_t limit) {
    owed += seconds * speed;
    const auto whole = std::min(static_cast<std::size_t>(owed), limit);
    owed -= static_cast<double>(static_cast<std::size_t>(owed));
    return whole;
  }
};

}  // namespace warplens::session
