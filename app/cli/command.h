// What a subcommand is: its CLI11 parser, and what to do once that has read its options.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/cli/cli.h"
#include "kernels/base/result.h"

namespace warplens::cli {

// A value is the exit status; an error becomes one line on stderr and status 1.
struct Command {
  CLI::App* parser = nullptr;
  std::function<Result<int>()> run;
};

[[nodiscard]] Command doctor_command(CLI::App& app);
[[nodiscard]] Command list_command(CLI::App& app);
[[nodiscard]] Command lesson_command(CLI::App& app);
[[nodiscard]] Command resources_command(CLI::App& app);
[[nodiscard]] Command limits_command(CLI::App& app);
[[nodiscard]] Command ladder_command(CLI::App& app);
[[nodiscard]] Command roofline_command(CLI::App& app);
[[nodiscard]] Command errors_command(CLI::App& app);
[[nodiscard]] Command trace_command(CLI::App& app);
[[nodiscard]] Command show_command(CLI::App& app);
[[nodiscard]] Command open_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command access_command(CLI::App& app);
[[nodiscard]] Command bench_command(CLI::App& app);
[[nodiscard]] Command check_command(CLI::App& app);
[[nodiscard]] Command host_timeline_command(CLI::App& app);
[[nodiscard]] Command screenshot_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command sheet_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command swizzle_command(CLI::App& app);
[[nodiscard]] Command tour_command(CLI::App& app, const WindowCommands& window);

}  // namespace warplens::cli
