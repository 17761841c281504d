// --dump NAME=FILE: buffers' bytes at a run's end, in files.
#pragma once

#include <string>
#include <vector>

#include "app/cli/text/own_arguments.h"
#include "kernels/run/run.h"

namespace warplens::cli {

// Errors: what is no NAME=FILE, a file that cannot be written.
Result<std::vector<Dump>> parse_dumps(const std::vector<std::string>& texts);
// Errors: a name that no buffer of the run has, a file that cannot be written.
Result<void> write_dumps(const std::vector<Dump>& dumps, const trace::Run& result);

}  // namespace warplens::cli
