// What a person corrected, on a kernel whose parameters have changed since.
#pragma once

#include "kernels/own/launch_form.h"

namespace warplens::session {

// `base` with those sizes, arguments, shapes and expectations of `corrected` that it still has.
[[nodiscard]] own::LaunchForm carried_over(own::LaunchForm base, const own::LaunchForm& corrected);

}  // namespace warplens::session
