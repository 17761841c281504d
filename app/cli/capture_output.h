// `warplens trace -o`: the run that was printed, kept as a capture.
#pragma once

#include <string>

#include "kernels/run/run.h"

namespace warplens::cli {

Result<void> write_run(const std::string& path, const run::RunResult& result,
                       const catalog::Parameters& parameters);

}  // namespace warplens::cli
