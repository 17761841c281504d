// --reference for a launch that options describe.
#pragma once

#include <vector>

#include "kernels/own/launch_form.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

// The form, with the integers that the launch is given as sizes: a reference's grid and block are
// guessed as expressions of them.
[[nodiscard]] own::LaunchForm with_integers(own::LaunchForm form, const run::OwnKernel& kernel);

// The form's expectations, with numbers where they have expressions of its sizes.
Result<std::vector<own::FormExpectation>> with_numbers(const own::LaunchForm& form);

}  // namespace warplens::cli
