// A person's own kernel file on the stage: launched as its sidecar says, else as can be guessed.
#pragma once

#include <filesystem>

#include "app/session/kernel_result.h"

namespace warplens::session {

// A .cu or a .ptx, by its name.
[[nodiscard]] bool is_kernel_file(const std::filesystem::path& path);

// Compiles and runs the file that the selection names as its capture, on the CPU, as the selection
// or its sidecar says or as can be guessed. `files`: what is known of it, and learns of it. Errors:
// the compiler's, the sidecar's or a field's, one line.
[[nodiscard]] Result<KernelResultPtr> open_own(const Selection& selection,
                                               const run::Options& options, OwnFiles& files);

}  // namespace warplens::session
