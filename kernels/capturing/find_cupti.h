// Where CUPTI may lie for a program: toolkits, and the Python packages beside its interpreter.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warplens::capturing {

// Files that are there, the likeliest first. `program`: an absolute path.
[[nodiscard]] std::vector<std::string> find_cupti(const std::filesystem::path& program);

}  // namespace warplens::capturing
