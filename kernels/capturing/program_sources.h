// The sources that the lines of a capture's PTX name, which go with it to other machines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/captured/program.h"

namespace warplens::capturing {

// Names of files, as the PTX has them; each once.
[[nodiscard]] std::vector<std::string> source_files(const captured::Program& program);

// Those of this machine, beneath the current folder and `roots` (kernels/run/toolkit/sources.h).
void add_sources(const std::vector<std::filesystem::path>& roots, captured::Program& program);

}  // namespace warplens::capturing
