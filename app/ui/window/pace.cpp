#include "app/ui/window/pace.h"

namespace warplens::ui {
namespace {

constexpr double kAnimationFrame = 1.0 / 60;
constexpr double kWatch = 0.4;

}  // namespace

double Pace::sleep(const Now& now) {
  if (now.is_hidden) {
    settle_anew();
    return kUntilSomethingHappens;
  }
  if (!now.is_moving && (frames_ > 0 || now.has_commands)) {
    if (frames_ > 0) --frames_;
    return 0;
  }
  frames_ = kFramesAfterEvent - 1;  // this one is the first
  if (now.is_moving) return kAnimationFrame;
  return now.is_watching ? kWatch : kUntilSomethingHappens;
}

void Pace::settle_anew() { frames_ = kFramesAfterEvent; }

}  // namespace warplens::ui
