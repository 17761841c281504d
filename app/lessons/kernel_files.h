// A lesson's own kernels: where lesson.json names a .cu or a .ptx in place of a kernel of the
// catalogue, it is a file in the lesson's folder, launched as its sidecar says.
#pragma once

#include <filesystem>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

// Below the lesson's folder: what judged steps name as their examples, which students do not get.
inline constexpr const char* kSolutionFolder = "solution";

// Gives each such name its path below `folder`. Errors name the step and the file: it is elsewhere,
// or is not there.
Result<void> find_kernel_files(Lesson& lesson, const std::filesystem::path& folder);

}  // namespace warplens::lessons
