// How long the window sleeps between two frames: until something happens, or until the next frame
// of what moves. Knows no window, so that a test needs none.
#pragma once

#include <limits>

namespace warplens::ui {

class Pace {
 public:
  static constexpr double kUntilSomethingHappens = std::numeric_limits<double>::infinity();

  // What there is to be awake for.
  struct Now {
    bool is_hidden = false;  // minimised: no frame is drawn, and what waits for one goes on waiting
    bool is_moving = false;  // something animates, or is computed, made or saved
    bool has_commands = false;  // or input, left by the last frame for the next one
    bool is_watching = false;   // a file that may be saved, a message that passes by itself
  };

  // Seconds to sleep unless something happens; 0: not at all.
  [[nodiscard]] double sleep(const Now& now);
  // Something came in while frames were still to be drawn, or what was drawn asks for more.
  void settle_anew();
  // Nothing more happens until the person does something.
  [[nodiscard]] bool is_settled() const { return frames_ == 0; }

 private:
  static constexpr int kFramesAfterEvent = 3;  // hover, layout, popups settle in second and third
  int frames_ = kFramesAfterEvent;
};

}  // namespace warplens::ui
