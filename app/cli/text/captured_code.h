// The machine code of a captured launch's kernels, as a GPU executes it (SASS).
#pragma once

#include <string>

#include "kernels/base/result.h"
#include "kernels/captured/program.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::cli {

// Of each kernel of the launch once, "ADDRESS INSTRUCTION" a line: of the image that the program
// loaded, or, where that is PTX, of what ptxas makes of it for the program's device. Errors: those
// of disassemble(), an image that was not captured.
Result<std::string> captured_code(const captured::Program& program,
                                  const captured::Episode& episode,
                                  const run::ProcessLimits& limits);

}  // namespace warplens::cli
