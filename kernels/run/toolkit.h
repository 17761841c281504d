// Where a CUDA toolkit may lie.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace warplens::run {

// $CUDA_HOME, $CUDA_PATH and /usr/local/cuda, whether or not they exist.
[[nodiscard]] std::vector<std::filesystem::path> toolkit_folders();

// A toolkit's program, "nvcc": on PATH, else in the toolkits' bin.
[[nodiscard]] std::optional<std::filesystem::path> find_tool(std::string_view name);

}  // namespace warplens::run
