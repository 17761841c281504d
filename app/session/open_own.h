// A person's own kernel file on the stage: launched as its sidecar says, else as can be guessed.
#pragma once

#include <filesystem>

#include "app/session/kernel_result.h"

namespace warplens::session {

// A .cu or a .ptx, by its name.
[[nodiscard]] bool is_kernel_file(const std::filesystem::path& path);

// Compiles and runs the file that the selection names as its capture, on the CPU. What was assumed
// stands among the result's notes. Errors: the compiler's or the sidecar's, one line.
[[nodiscard]] Result<KernelResultPtr> open_own(const Selection& selection,
                                               const run::Options& options);

}  // namespace warplens::session
