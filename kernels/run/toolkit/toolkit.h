// Programs of a CUDA toolkit.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace warplens::run {

// A toolkit's program, "nvcc": on PATH, else in the toolkits' bin.
[[nodiscard]] std::optional<std::filesystem::path> find_tool(std::string_view name);

}  // namespace warplens::run
