// Programs of a CUDA toolkit.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

// A toolkit's program, "nvcc": on PATH, else in the toolkits' bin.
[[nodiscard]] std::optional<std::filesystem::path> find_tool(std::string_view name);

// A program that is complete by itself, "ptxas": where find_tool() looks, else where the Python
// packages nvidia-… of the virtual environment $VIRTUAL_ENV keep their programs.
[[nodiscard]] std::optional<std::filesystem::path> find_single_tool(std::string_view name);

// `inside` of each of those packages: lib/python3.12/site-packages/nvidia/cu13/lib.
[[nodiscard]] std::vector<std::filesystem::path> python_package_folders(std::string_view inside);

// The version that `tool` --version prints: "13.0.88". Errors: it cannot be run, or prints
// something else.
Result<std::string> full_version_of(const std::filesystem::path& tool,
                                    const ProcessLimits& limits = {});

}  // namespace warplens::run
