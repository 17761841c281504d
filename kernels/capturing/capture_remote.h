// The same on another machine, through the system's ssh with its keys and configuration: the
// library is copied there once, into a cache folder; the program runs there with this terminal;
// what it leaves comes back and is removed there. Nothing listens, and the connection ends with it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/capturing/capture_program.h"

namespace warplens::capturing {

struct RemoteHost {
  std::string host;       // as ssh takes it: USER@HOST, a name of its configuration
  std::string directory;  // where the program runs; empty: where ssh begins
  // For a machine of another kind than this: Warplens' archive for it, which has the library.
  std::filesystem::path archive;
};

// The options' source_roots are folders there. Errors: ssh is missing or ends with an error, the
// machine is of another kind and no archive was named, or one for another kind.
Result<CapturedRun> capture_remotely(const CaptureOptions& options, const RemoteHost& remote,
                                     const std::vector<std::string>& program);

}  // namespace warplens::capturing
