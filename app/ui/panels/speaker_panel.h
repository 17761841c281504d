// The speaker's view: what the class does not see. It stands in a window of its own.
#pragma once

#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

struct SpeakerClock {
  std::string now;  // "14:05"
  int minutes = 0;  // since presenting began
};

// Into the whole of ImGui's current display: the step's words with the answer, the clock, the next
// step, and the path that is followed, or the lesson.
void speaker_view(const AppState& app, Ui& ui, ImVec2 size, const SpeakerClock& clock);

}  // namespace warplens::ui
