// Playing through events, forwards or backwards, and how far the access under the cursor has got.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace warplens::session {

// Events a second.
inline constexpr std::array<double, 9> kSpeeds{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64};

struct Playback {
  bool playing = false;
  bool gliding = false;  // a single step is being shown as motion
  double speed = 4;
  int direction = 1;
  // 0: the access under the cursor begins; 1: it is over, which is how views show it at rest.
  double phase = 1;

  // Motion too fast to see is left out.
  static constexpr double kFastestShown = 8;
  static constexpr double kFastestGlide = 2.5;  // accesses a second while a single step is shown

  [[nodiscard]] bool is_moving() const { return playing || gliding; }
  [[nodiscard]] double shown_phase() const {
    return playing && speed > kFastestShown ? 1.0 : phase;
  }

  void start() {
    playing = true;
    gliding = false;
    phase = direction > 0 ? (phase >= 1 ? 0.0 : phase) : (phase <= 0 ? 1.0 : phase);
  }
  // Stays in the middle of the access, unless nobody has seen it there.
  void pause() {
    phase = shown_phase();
    playing = gliding = false;
  }
  void rest() {
    playing = gliding = false;
    phase = 1;
  }
  void glide() {
    rest();
    gliding = true;
    phase = 0;
  }
  void hold(double at) {
    rest();
    phase = std::clamp(at, 0.0, 1.0);
  }

  // Plays on for `seconds`; returns the events passed, at most `room`. Stops where that ends:
  // forwards the last access is over, backwards the first one too, since that is how it rests.
  [[nodiscard]] std::size_t advance(double seconds, std::size_t room) {
    phase += direction * seconds * speed;
    const double passed = direction > 0 ? std::floor(phase) : std::floor(-phase) + 1;
    const auto wanted = static_cast<std::size_t>(std::max(passed, 0.0));
    const std::size_t events = std::min(wanted, room);
    phase -= direction * static_cast<double>(events);
    if (wanted > room) rest();
    return events;
  }

  void advance_glide(double seconds) {
    phase += seconds * std::min(speed, kFastestGlide);
    if (phase >= 1) rest();
  }
};

}  // namespace warplens::session
