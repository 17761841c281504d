// What the error chart has shown of a kernel, as far as a lesson asks about it.
#pragma once

#include "app/session/errors/error_choice.h"
#include "app/session/errors/error_runs.h"

namespace warplens::session {

struct SeenErrors {
  ErrorChoice choice;
  ErrorQuestion question;
  ErrorAnswerPtr answer;
};

}  // namespace warplens::session
