// Doing what a lesson's step asks, as a person would: for the tour, for sheets, and for whoever
// checks that a lesson can be done.
#pragma once

#include "app/lessons/course.h"

namespace warplens::lessons {

// Gives the right answer where the step asks for one. Errors: there is none to be had.
Result<void> give_answer(const Step& step, session::Session& session);

// Begins to do what `condition` asks; its results may still be on their way. Whether that met it
// says is_done(only(step, condition), session) once they are there. `copies`: where copies of
// lessons' files lie (lesson_file.h).
Result<void> act(const Step& step, const Condition& condition, session::Session& session,
                 const std::filesystem::path& copies);

// The step with that condition alone.
[[nodiscard]] Step only(const Step& step, const Condition& condition);

}  // namespace warplens::lessons
