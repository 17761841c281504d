// What a step may point at and show, as far as that is known without a window.
#pragma once

#include <string_view>

#include "app/lessons/course.h"

namespace warplens::lessons {

// "variant", "compare", or a parameter of a kernel on the stage.
[[nodiscard]] bool names_a_control(const session::Session& session, std::string_view name);

// A view of the step, a control, or what belongs to either.
[[nodiscard]] bool names_a_widget(const Step& step, const session::Session& session,
                                  std::string_view name);

}  // namespace warplens::lessons
