// Keys and letters in the order they came, dealt out by frames so that none is lost: ImGui asks
// once a frame which keys are down, and takes a frame's letters before its keys.
#pragma once

#include <deque>
#include <variant>
#include <vector>

namespace warplens::ui {

// As GLFW's key callback tells of it.
struct KeyEvent {
  int key = 0;  // GLFW_KEY_…
  int scancode = 0;
  int action = 0;     // GLFW_PRESS, GLFW_RELEASE, GLFW_REPEAT
  int modifiers = 0;  // GLFW_MOD_…
  friend bool operator==(const KeyEvent&, const KeyEvent&) = default;
};
using Letter = unsigned;  // a code point
using Typed = std::variant<KeyEvent, Letter>;

class KeyQueue {
 public:
  void add(const Typed& typed) { waiting_.push_back(typed); }
  [[nodiscard]] bool is_empty() const { return waiting_.empty(); }
  // What the next frame is to hear of. A key that acts, such as Enter, comes a frame after the
  // letters before it, is let go of a frame after it was pressed, and is pressed anew a frame after
  // that.
  [[nodiscard]] std::vector<Typed> take_frame();

 private:
  std::deque<Typed> waiting_;
};

}  // namespace warplens::ui
