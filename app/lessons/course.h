// Where a lesson and the session meet: setting a step's stage, and telling whether it is done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::session {
class Session;
}

namespace warplens::lessons {

// Sets the step's stage and forgets what was done in it before: also how a step begins anew.
// `copy`: of the step's file, where it has one (lesson_file.h).
Result<void> enter(const Step& step, session::Session& session,
                   const std::filesystem::path& copy = {});

[[nodiscard]] bool is_done(const Step& step, const session::Session& session);

// The prediction's answer (prediction.h says what number stands for it), from the result on screen,
// whatever the person has set meanwhile; nothing while a new result is on its way or when it has no
// such event.
[[nodiscard]] std::optional<std::int64_t> expected_answer(const Step& step,
                                                          const session::Session& session);

// The step asks for a recording that there is not, and that nobody has made here.
[[nodiscard]] bool lacks_recording(const Step& step, const session::Session& session);

// What the bound's figure may be at most; nothing: anything, or the kernel that it is held against
// is still running.
[[nodiscard]] std::optional<std::int64_t> most_of(const Bound& bound,
                                                  const session::Session& session);

// A trace or a recording judges what the person has done.
[[nodiscard]] bool is_challenge(const Step& step);

// Records the person's answer and takes the cursor to the event that was asked about, if any.
void answer(const Step& step, std::int64_t value, session::Session& session);

// True while a prediction is open: costs that would give it away stay hidden.
[[nodiscard]] bool hides_costs(const Step& step, const session::Session& session);

// What a bound of a judged condition looks at, of one of the results that were shown; nothing where
// that has no such figure.
[[nodiscard]] std::optional<std::int64_t> judged_value(const Bound& bound,
                                                       const session::Session& session,
                                                       std::size_t shown);

// The controls that open `shown` and `cache` conditions still wait for: "control.pitch",
// "control.variant", "cache_view.preset", "host_timeline.bytes"; "right.control.variant" where two
// kernels stand side by side.
[[nodiscard]] std::vector<std::string> controls_to_set(const Step& step,
                                                       const session::Session& session);

// What to point at: the step's highlights; once its question is answered, the controls to set.
[[nodiscard]] std::vector<std::string> highlights(const Step& step,
                                                  const session::Session& session);

}  // namespace warplens::lessons
