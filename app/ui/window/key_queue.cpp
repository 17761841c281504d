#include "app/ui/window/key_queue.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>

namespace warplens::ui {
namespace {

// It does nothing to a text field but by its letter.
bool only_types(const KeyEvent& event) {
  if (event.key == GLFW_KEY_LEFT_SHIFT || event.key == GLFW_KEY_RIGHT_SHIFT) return true;
  return event.key >= GLFW_KEY_SPACE && event.key <= GLFW_KEY_WORLD_2 &&
         (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0;
}

// What one frame hears of.
class Frame {
 public:
  [[nodiscard]] bool takes(const Typed& typed) const {
    const auto* event = std::get_if<KeyEvent>(&typed);
    if (event == nullptr) return true;
    if (event->action == GLFW_RELEASE) return !has(down_, event->key);
    return only_types(*event) || (!has_letters_ && !has(up_, event->key));
  }

  void add(const Typed& typed) {
    const auto* event = std::get_if<KeyEvent>(&typed);
    if (event == nullptr) {
      has_letters_ = true;
    } else if (!only_types(*event)) {
      (event->action == GLFW_RELEASE ? up_ : down_).push_back(event->key);
    }
    typed_.push_back(typed);
  }

  [[nodiscard]] std::vector<Typed> typed() && { return std::move(typed_); }

 private:
  static bool has(const std::vector<int>& keys, int key) {
    return std::ranges::find(keys, key) != keys.end();
  }

  std::vector<Typed> typed_;
  std::vector<int> down_, up_;  // keys that act
  bool has_letters_ = false;
};

}  // namespace

std::vector<Typed> KeyQueue::take_frame() {
  Frame frame;
  while (!waiting_.empty() && frame.takes(waiting_.front())) {
    frame.add(waiting_.front());
    waiting_.pop_front();
  }
  return std::move(frame).typed();
}

}  // namespace warplens::ui
