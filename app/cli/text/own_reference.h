// --reference for a launch that options describe.
#pragma once

#include <string>

#include "kernels/run/own_kernel.h"

namespace warplens::cli {

// `text`: KERNEL[:RELATIVE[,ABSOLUTE]]. Its grid and block are guessed, with the launch's integers
// as sizes, else they are the launch's own.
Result<void> add_reference(const std::string& text, const run::LoadedKernel& loaded,
                           run::OwnKernel& kernel);

}  // namespace warplens::cli
