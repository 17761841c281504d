// GLFW's keys as ours.
#pragma once

#include "app/ui/window/keys.h"

namespace warplens::ui {

// `glfw_key`: a GLFW_KEY_… constant. Key::other for those that do nothing here.
[[nodiscard]] Key key_of(int glfw_key);

}  // namespace warplens::ui
