// Runs the built program as a person would, and gives what it printed.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "kernels/base/json.h"

namespace warplens::cli_test {

struct Output {
  int status = -1;
  std::string out, err;
};

[[nodiscard]] Output run(const std::vector<std::string>& arguments);

// A line of sh in which "$WARPLENS" is the program.
[[nodiscard]] Output run_line(const std::string& line);

// Runs it with a terminal as standard error, and sends `signal` once `is_far_enough` says so of
// what it has printed there and on standard output, in this order.
[[nodiscard]] Output run_until_interrupted(
    const std::vector<std::string>& arguments,
    const std::function<bool(const std::string& printed)>& is_far_enough, int signal = SIGINT);

// Standard output as JSON; fails the test on a status other than `status` or on anything else.
[[nodiscard]] SortedJson run_json(const std::vector<std::string>& arguments, int status = 0);

// The same of `trace` or `show` with one launch: that launch, and beside its fields those of the
// run.
[[nodiscard]] SortedJson launch_json(const std::vector<std::string>& arguments, int status = 0);

// Whether the program draws: it may be built without its window.
[[nodiscard]] bool has_window();

[[nodiscard]] std::filesystem::path source_folder();           // the repository
[[nodiscard]] std::string data_file(const std::string& name);  // tests/cli/data/NAME
// A folder of this test's own, empty at its start.
[[nodiscard]] std::filesystem::path scratch_folder();

[[nodiscard]] std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& bytes);
// A program in place of the toolkit's, in FOLDER/bin: what a shell is to do.
void write_tool(const std::filesystem::path& folder, const std::string& name,
                const std::string& script);

}  // namespace warplens::cli_test
