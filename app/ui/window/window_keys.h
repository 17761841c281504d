// GLFW's keys as ours.
#pragma once

#include <vector>

#include "app/ui/window/keys.h"

namespace warplens::ui {

// `glfw_key`: a GLFW_KEY_… constant. Key::other for those that do nothing here.
[[nodiscard]] Key key_of(int glfw_key);

// ImGui asks in every frame which keys are down: one that went down and up since the last frame
// would be lost to it. Such a key stays down for a frame.
class KeyTaps {
 public:
  void press(int key);
  // False where ImGui is to hear of it after the frame.
  [[nodiscard]] bool release(int key);
  // Whether such a key is down for this frame's sake: letters after it are the next frame's.
  [[nodiscard]] bool holds() const { return !released_.empty(); }
  // A frame has been drawn: what ImGui is to be told now.
  [[nodiscard]] std::vector<int> after_frame();

 private:
  std::vector<int> pressed_;   // since the last frame
  std::vector<int> released_;  // of those
};

}  // namespace warplens::ui
