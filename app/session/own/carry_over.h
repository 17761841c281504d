// What a person corrected, on a kernel whose parameters have changed since.
#pragma once

#include "kernels/own/launch_form.h"

namespace warplens::session {

// The reference launched as it would be by itself, as far as `form` has the sizes that this names;
// else in the form's own shape.
void shape_reference(own::LaunchForm& form, const own::LaunchForm& guess);

// `base` with those sizes, arguments, shapes and expectations of `corrected` that it still has.
[[nodiscard]] own::LaunchForm carried_over(own::LaunchForm base, const own::LaunchForm& corrected);

}  // namespace warplens::session
