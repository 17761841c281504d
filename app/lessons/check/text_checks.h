// What a lesson's texts must keep to in both languages.
#pragma once

#include <functional>

#include "app/lessons/check/complaints.h"
#include "app/lessons/documents.h"
#include "app/lessons/measured.h"

namespace warplens::lessons {

using IsRecorded = std::function<bool(const Measured&)>;

// What texts refer to.
struct ReferredTo {
  IsRecorded is_recorded;
  const Documents& documents;
};

// Each language's own letters, the same paragraphs and numbers in both, no measured time typed by
// hand, no reference to what nobody recorded, no link to an item that no document has.
void check_texts(const Lesson& lesson, const ReferredTo& there_is, Complaints& complaints);

// A rate, a time, or how many times as fast.
[[nodiscard]] bool types_a_measurement(const std::string& text);

}  // namespace warplens::lessons
