// What a lesson's texts must keep to in both languages.
#pragma once

#include <functional>

#include "app/lessons/check/complaints.h"
#include "app/lessons/measured.h"

namespace warplens::lessons {

using IsRecorded = std::function<bool(const Measured&)>;

// Each language's own letters, the same paragraphs and numbers in both, no measured time typed by
// hand, no reference to what nobody recorded.
void check_texts(const Lesson& lesson, const IsRecorded& is_recorded, Complaints& complaints);

// A rate, a time, or how many times as fast.
[[nodiscard]] bool types_a_measurement(const std::string& text);

}  // namespace warplens::lessons
