// The subcommands that are no feature's.
#pragma once

#include <string_view>

#include "app/cli/cli.h"
#include "app/cli/text/command.h"

namespace warplens::cli {

[[nodiscard]] Command doctor_command(CLI::App& app);
[[nodiscard]] Command list_command(CLI::App& app);
[[nodiscard]] Command lesson_command(CLI::App& app);
[[nodiscard]] Command grade_command(CLI::App& app);
[[nodiscard]] Command answers_command(CLI::App& app);
[[nodiscard]] Command capture_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command trace_command(CLI::App& app);
[[nodiscard]] Command show_command(CLI::App& app);
[[nodiscard]] Command open_command(CLI::App& app, const WindowCommands& window);
// Whether it is what `open` takes, in the place of a command: `warplens t.wlens` means `open
// t.wlens`.
[[nodiscard]] bool is_to_be_opened(std::string_view argument);
[[nodiscard]] Command access_command(CLI::App& app);
[[nodiscard]] Command check_command(CLI::App& app);
[[nodiscard]] Command diff_command(CLI::App& app);
[[nodiscard]] Command screenshot_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command sheet_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command tour_command(CLI::App& app, const WindowCommands& window);
[[nodiscard]] Command serve_command(CLI::App& app);
[[nodiscard]] Command mcp_command(CLI::App& app);

}  // namespace warplens::cli
