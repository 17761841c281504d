// What the error chart has shown of a kernel, as far as a lesson asks about it.
#pragma once

#include "app/features/accuracy/error_choice.h"
#include "app/features/accuracy/error_runs.h"

namespace warplens::accuracy {

struct SeenErrors {
  ErrorChoice choice;
  ErrorQuestion question;
  ErrorAnswerPtr answer;
};

}  // namespace warplens::accuracy
