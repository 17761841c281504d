// Views that are of a family's kernels, and not of one alone.
#pragma once

#include "app/session/session.h"

namespace warplens::ui {

// Two kernels are on the stage that one chart can hold: of one timed family, without two values for
// one setting.
[[nodiscard]] bool shares_chart(const session::Session& session);

}  // namespace warplens::ui
