// Finds the folder of the assets from the program's folder; find_assets() in run.h starts from the
// program.
#pragma once

#include <filesystem>
#include <optional>

namespace warplens::run {

[[nodiscard]] std::optional<std::filesystem::path> find_assets_from(
    const std::filesystem::path& program_folder);

}  // namespace warplens::run
