// A plain kernel that says what another one of the same file must compute: it takes the same
// parameters and runs on the same inputs.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/launch_form.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

// The module's other kernels that take the parameters of `entry`, by their names in the source.
[[nodiscard]] std::vector<std::string> possible_references(const ptx::Module& module,
                                                           std::string_view entry);

// An expectation to add to the form: every buffer that is out or inout must hold what `kernel`
// leaves there. Its grid and block are guessed (which runs it on the CPU, as guess_form() does); if
// the guess does not depend on the form's sizes the form's own are taken. Errors: no such kernel,
// the form's own, one of other parameters; "cancelled" after a stop.
Result<FormExpectation> expect_of_kernel(const run::LoadedKernel& loaded, const LaunchForm& form,
                                         std::string_view kernel,
                                         const catalog::Tolerance& tolerance = {},
                                         const std::stop_token& stop = {});

}  // namespace warplens::own
