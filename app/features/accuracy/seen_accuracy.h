// What the error chart has shown of a kernel, as far as a lesson asks about it.
#pragma once

#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/accuracy_runs.h"

namespace warplens::accuracy {

struct SeenAccuracy {
  AccuracyChoice choice;
  AccuracyQuestion question;
  AccuracyAnswerPtr answer;
};

}  // namespace warplens::accuracy
