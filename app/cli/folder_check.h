// `warplens check FOLDER`, or of several files: all their kernels, as a table.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/text/checked_launch.h"
#include "app/cli/text/report_files.h"

namespace warplens::cli {

// Whether `names` are several files, or folders of kernels; a folder called as a family of the
// catalogue is that family (./reduce is the folder).
[[nodiscard]] bool are_kernel_files(const std::vector<std::string>& names);

struct FolderCheck {
  const OwnOptions& own;  // how files are compiled
  OwnLimits limits;       // of compiling, and of each guess
  const LaunchChecker& checker;
  const ReportFiles& reports;
  bool json = false;
  ui::Speech speech;
};

// What cannot be run fails as what is wrong does, and the others go on. Errors: a name that is no
// file or folder; cancelled; a report that cannot be written.
Result<int> check_files(const std::vector<std::string>& names, const FolderCheck& how,
                        const std::stop_token& stop);

}  // namespace warplens::cli
