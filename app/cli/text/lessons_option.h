// --lessons DIR: a person's own lessons beside ours.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace warplens::cli {

// May be given several times; each is a folder that is there.
void add_lessons_option(CLI::App& app, std::vector<std::filesystem::path>& folders);

// --lesson and --lang, of what is written for lessons: one of them by name or number, or all.
void add_written_lessons_options(CLI::App& app, std::string& lesson, std::string& language);

}  // namespace warplens::cli
