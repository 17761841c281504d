// What stands in a lesson's text for a reference to a recording.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/measured.h"
#include "app/session/recordings.h"
#include "app/state/app_state.h"

namespace warplens::ui {

// Looked up in the first recording that has it all; "not recorded" where none has.
[[nodiscard]] std::string measured_phrase(const lessons::Measured& measured,
                                          const std::vector<catalog::Family>& families,
                                          const session::Recordings& recordings, Language language);

// The number in it, in seconds, bytes or operations a second, or a share of 1; nothing where no
// recording has it, or it is none.
[[nodiscard]] std::optional<double> measured_value(const lessons::Measured& measured,
                                                   const std::vector<catalog::Family>& families,
                                                   const session::Recordings& recordings);

[[nodiscard]] bool is_recorded(const lessons::Measured& measured,
                               const std::vector<catalog::Family>& families,
                               const session::Recordings& recordings);

// A step's words with the figures in them.
[[nodiscard]] lessons::StepText text_of_step(const AppState& app, const lessons::Step& step,
                                             Language language);

}  // namespace warplens::ui
