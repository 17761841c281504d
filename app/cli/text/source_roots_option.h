// --source-root DIR of the window: where files that own kernels name may lie.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

namespace warplens::cli {

// May be given several times; each is a folder that is there.
void add_source_roots_option(CLI::App& app, std::vector<std::filesystem::path>& folders);

}  // namespace warplens::cli
