// All launches of kernel files: those that sidecars keep, and a guessed one for each other kernel.
#pragma once

#include <string>
#include <vector>

#include "app/cli/text/own_options.h"

namespace warplens::cli {

// The kernel files beneath a folder, in order; a .ptx beside the .cu of its name is left out.
// Hidden folders are not entered. Errors: a folder that cannot be read, or has none.
Result<std::vector<std::string>> kernel_files_in(const std::string& folder);

struct FileLaunch {
  std::string name;  // the sidecar's, or the kernel's
  Result<OwnTarget> target;
};

struct LaunchSearch {
  const OwnOptions& options;
  OwnLimits limits;  // of compiling a file, and of each guess
  std::stop_token stop;
};

// Errors: the file cannot be loaded, or its sidecar cannot be read.
Result<std::vector<FileLaunch>> launches_of(const std::string& file, const LaunchSearch& how);

}  // namespace warplens::cli
