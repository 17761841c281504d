// The words of the step on screen, with what is measured in them.
#pragma once

#include "app/lessons/lesson.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Kept until another step, language or recording: recordings are read once. Valid until then.
[[nodiscard]] const lessons::StepText& step_words(const AppState& app, Ui& ui);

}  // namespace warplens::ui
