#include "app/cli/cli.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <iterator>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/print.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/search_paths.h"
#include "app/cli/text/source_roots_option.h"
#include "app/features/accuracy/accuracy.h"
#include "app/features/explain/explain.h"
#include "app/features/fragments/fragments.h"
#include "app/features/hardware_tile/hardware_tile.h"
#include "app/features/host_timeline/host_timeline.h"
#include "app/features/latency/latency.h"
#include "app/features/limits/limits.h"
#include "app/features/machine_code/machine_code.h"
#include "app/features/occupancy/occupancy.h"
#include "app/features/pipeline/pipeline.h"
#include "app/features/roofline/roofline.h"
#include "app/features/timing_chart/timing_chart.h"
#include "app/features/workshop/workshop.h"
#include "kernels/base/error_line.h"
#include "kernels/base/guarded.h"
#include "kernels/base/whole_file.h"

namespace warplens::cli {

namespace {

constexpr const char* kVersion = "warplens " WARPLENS_VERSION;

int report(std::string_view message) {
  print_error("warplens: {}\n", message);
  return 1;
}

int report(const Error& error, Language language = Language::en) {
  return report(error_line(error, language));
}

// Where even a message takes more memory than there is.
int report_no_memory() {
  constexpr std::string_view kLine = "warplens: not enough memory: allow more (--memory)\n";
  static_cast<void>(write_all(STDERR_FILENO, std::as_bytes(std::span(kLine))));
  return 1;
}

int report_lost_output(Language language) {
  return report(tr("cannot write all of the output: is the disk full?").in(language));
}

// A full disk shows when the last of the output leaves, or even when the file is closed.
int finished(int status, Language language = Language::en) {
  std::cout.flush();
  const bool is_written = std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  const int copy = is_written ? dup(STDOUT_FILENO) : -1;
  const bool is_closed = copy < 0 || close(copy) == 0;
  return is_written && is_closed ? status : report_lost_output(language);
}

std::string help_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "warplens --help"
                        : fmt::format("warplens {} --help", chosen[0]->get_name());
}

// Exceptions come from libraries only: memory that ran out, a full disk under standard output.
int execute(const Command& command) {
  const Language language = chosen_language(*command.parser);
  try {
    const Result<int> status = command.run();
    return status.has_value() ? finished(*status, language) : report(status.error(), language);
  } catch (const std::bad_alloc&) {
    return report(not_enough_memory(), language);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return report_lost_output(language);
    return report(
        tr("stopped: {} (is there memory and disk space left?)", error.what()).in(language));
  }
}

// A file that is opened later must not become standard output or standard error because nothing is
// open there: what is written to them then fails, as it does where they are full.
void keep_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(file, F_GETFD) >= 0) continue;
    const int mode = file == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode | O_CLOEXEC) != file) return;
  }
}

void add_window_options(CLI::App& app, session::WindowRequest& request) {
  app.add_option("--lesson", request.lesson,
                 "Open this lesson, by name or number (see: warplens list)");
  app.add_option("--step", request.step, "… at this step, from 1")->check(CLI::PositiveNumber);
  app.add_option("--path", request.path,
                 "Follow a path through the course: its name (see: warplens list), or a file");
  add_language_option(app, request.language, "Language of the window");
}

// What CLI11 parses: the arguments, last first; `open` before what is only opened.
std::vector<std::string> arguments_to_parse(int argc, char* const* argv) {
  std::vector<std::string> arguments(std::make_reverse_iterator(argv + argc),
                                     std::make_reverse_iterator(argv + std::min(argc, 1)));
  if (!arguments.empty() && is_to_be_opened(arguments.back())) arguments.emplace_back("open");
  return arguments;
}

int run_command(int argc, char* const* argv, const WindowCommands& window) {
  const Result<void> searched = search_absolute_folders_only(argv);
  if (!searched.has_value()) return report(searched.error());
  CLI::App app("Shows what a CUDA kernel does to memory. Without a command: the window.",
               "warplens");
  app.set_version_flag("--version", kVersion);
  app.footer("Example:\n  warplens trace transpose/tile_padded --set rows=64 --set cols=96");
  app.require_subcommand(0, 1);
  session::WindowRequest request;
  MemoryLimit memory;
  add_window_options(app, request);
  add_lessons_option(app, request.lessons);
  add_source_roots_option(app, request.source_roots);
  memory.add_to(app);
  const std::vector<Command> commands = {
      doctor_command(app),    list_command(app),           lesson_command(app),
      grade_command(app),     answers_command(app),        resources_command(app),
      registers_command(app), limits_command(app),         latency_command(app),
      estimate_command(app),  estimate_check_command(app), ladder_command(app),
      roofline_command(app),  accuracy_command(app),       trace_command(app),
      show_command(app),      open_command(app, window),   access_command(app),
      bench_command(app),     check_command(app),          diff_command(app),
      explain_command(app),   host_timeline_command(app),  screenshot_command(app, window),
      swizzle_command(app),   fragments_command(app),      tile_command(app),
      pipeline_command(app),  tour_command(app, window),   serve_command(app),
      mcp_command(app),       sheet_command(app, window),  capture_command(app, window)};
  try {
    app.parse(arguments_to_parse(argc, argv));
  } catch (const CLI::Success& asked_for_help) {
    return finished(app.exit(asked_for_help));
  } catch (const CLI::ParseError& error) {
    std::string what = error.what();
    std::replace(what.begin(), what.end(), '\n', ' ');
    return report(visible_line(fmt::format("{} (see: {})", what, help_command(app))));
  }
  if (const auto refused = refuse_before_command(app); !refused.has_value())
    return report(refused.error());
  for (const Command& command : commands) {
    if (!command.parser->parsed()) continue;
    const auto odd = refuse_odd_numbers(*command.parser);
    if (!odd.has_value()) return report(odd.error(), chosen_language(*command.parser));
    return execute(command);
  }
  if (const auto odd = refuse_odd_numbers(app); !odd.has_value())
    return report(odd.error(), chosen_language(app));
  request.memory = memory.bytes();
  return window.start(request);
}

}  // namespace

int run(int argc, char* const* argv, const WindowCommands& window) {
  keep_standard_files();
  // A file that may not grow any more is an error of its writer's.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run_command(argc, argv, window);
  } catch (const std::bad_alloc&) {
    return report_no_memory();
  } catch (const std::exception& error) {
    return report(error.what());
  }
}

}  // namespace warplens::cli
