// lesson.json → the stages of a lesson, without their texts; private to this folder.
#pragma once

#include <string_view>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

[[nodiscard]] Result<Lesson> parse_stages(std::string_view json);

}  // namespace warplens::lessons
