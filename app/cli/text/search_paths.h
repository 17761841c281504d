// Where programs and libraries are looked for while the program runs: never in the current folder,
// which may hold anyone's files.
#pragma once

#include "kernels/base/result.h"

namespace warplens::cli {

// Takes empty and relative folders out of PATH and LD_LIBRARY_PATH, for this program and for those
// that it starts. The loader has read LD_LIBRARY_PATH by then: where that had such folders the
// program begins anew, and this does not return. Errors: it cannot begin anew.
Result<void> search_absolute_folders_only(char* const* argv);

}  // namespace warplens::cli
