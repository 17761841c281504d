// --lessons DIR: a person's own lessons beside ours.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

namespace warplens::cli {

// May be given several times; each is a folder that is there.
void add_lessons_option(CLI::App& app, std::vector<std::filesystem::path>& folders);

}  // namespace warplens::cli
