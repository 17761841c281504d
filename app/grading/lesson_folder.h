// A lesson's folder as its author makes it, and as students get it.
#pragma once

#include <filesystem>
#include <string>

#include "kernels/base/result.h"

namespace warplens::grading {

// A lesson that passes `lesson check`: a kernel, how it is launched, its solution, a question, a
// challenge, both languages. `folder`'s name becomes its id. Errors: the folder is there and not
// empty, its name is no id, it cannot be written.
Result<void> write_new_lesson(const std::filesystem::path& folder);

// `lessons`, a lesson or a folder of lessons, without their solutions, as a zip file. Errors: there
// are none, the file is there already, what cannot be read or written.
Result<std::size_t> pack_lessons(const std::filesystem::path& lessons,
                                 const std::filesystem::path& zip);

}  // namespace warplens::grading
