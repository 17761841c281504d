// warplens capture: a program's launches with the memory that they find and leave, in a file that
// is looked at on any machine.
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"
#include "app/cli/text/program_text.h"
#include "app/cli/text/refused_options.h"
#include "kernels/captured/program_file.h"
#include "kernels/captured/replay.h"
#include "kernels/capturing/capture_remote.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {
namespace {

struct CaptureCommandOptions {
  capturing::CaptureOptions capture;
  capturing::RemoteHost remote;
  bool opens = false;
  std::vector<std::string> program;
  std::string output = "run.wlens";
  LanguageOption language;
};

Text captured_line(const captured::Program& program, const captured::Episode& episode) {
  const captured::Image& image = program.images[captured::first_launch(episode).image];
  if (!image.ptx.empty()) return tr("{}; {}", launch_line(episode), image.origin);
  return tr("{}; without PTX: {}", launch_line(episode), image.why_no_ptx);
}

void say_captured(const CaptureCommandOptions& options, const Text& line) {
  print_error("warplens: {}\n", options.language.speech().say(line));
}

Result<void> keep_captured(const CaptureCommandOptions& options, const captured::Program& program) {
  TRY(captured::write_program(options.output, program));
  say_captured(options, tr("{} holds {} launches", options.output, program.episodes.size()));
  for (const captured::Episode& episode : program.episodes) {
    say_captured(options, captured_line(program, episode));
    for (const Text& note : episode.notes) say_captured(options, tr("{}: {}", episode.name, note));
  }
  return {};
}

Result<int> show_captured(const CaptureCommandOptions& options, const WindowCommands& window) {
  session::WindowRequest request;
  request.capture = std::filesystem::absolute(options.output).string();
  request.language = options.language.code;
  return window.start(request);
}

// The program's status is the command's; what capturing lacks makes it 1 where that was 0.
Result<int> capture(const CaptureCommandOptions& options, const WindowCommands& window) {
  TRY(trace::check_capture_path(options.output));
  const bool is_remote = !options.remote.host.empty();
  TRY(const auto run,
      is_remote ? capturing::capture_remotely(options.capture, options.remote, options.program)
                : capturing::capture_program(options.capture, options.program));
  for (const Text& note : run.gathered.notes) say_captured(options, note);
  if (!run.gathered.program.episodes.empty()) {
    TRY(keep_captured(options, run.gathered.program));
    return options.opens ? show_captured(options, window) : run.status;
  }
  const Text nothing = tr("nothing was captured: no launch has a kernel of that name");
  if (run.status == 0) return fail(nothing);
  say_captured(options, nothing);
  return run.status;
}

constexpr const char* kCaptureFooter =
    "The program's output is its own, and its exit status is the command's; where that is 0 and\n"
    "nothing was captured it is 1.\n\n"
    "Examples:\n"
    "  warplens capture -k '^triton_' -- python3 train.py\n"
    "  warplens capture -k '^scale' -n 1 --skip 100 -o scale.wlens -- ./simulation --steps 200\n"
    "  warplens capture --ssh me@server -k '^triton_' --open -- python3 train.py\n"
    "  warplens trace run.wlens\n"
    "  warplens run.wlens";

}  // namespace

Command capture_command(CLI::App& app, const WindowCommands& window) {
  auto options = std::make_shared<CaptureCommandOptions>();
  CLI::App* parser = app.add_subcommand(
      "capture", "Run a program and keep launches of it, with the memory that they find and leave");
  parser->add_option("program", options->program, "The program and its arguments, behind --")
      ->required();
  parser->add_option("-k,--kernels", options->capture.kernels,
                     "Kernels by name, an extended regular expression (default: all)");
  parser
      ->add_option("-n,--launches", options->capture.launches, "How many launches, of each process")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  parser->add_option("--skip", options->capture.skipped, "How many of them are left out first");
  parser
      ->add_option("--bytes", options->capture.bytes,
                   "Memory that is kept of a launch: 256M; an allocation of more than a quarter of "
                   "it is kept in parts, from each pointer on")
      ->transform(CLI::AsSizeValue(false))
      ->default_str("256M");
  parser->add_option("-o,--output", options->output, "The capture")->capture_default_str();
  parser->add_option("--cupti", options->capture.cupti,
                     "libcupti.so (default: the program's, a toolkit's, a Python package's)");
  parser->add_flag("--no-sources{false}", options->capture.has_sources,
                   "Keep no source's text (else those that its lines name, beneath the program's "
                   "folder)");
  parser
      ->add_option("--source-root", options->capture.source_roots,
                   "… and beneath this folder, of the machine on which it runs")
      ->allow_extra_args(false);
  parser->add_option("--ssh", options->remote.host,
                     "The program runs on this machine, as ssh takes it: USER@HOST");
  parser->add_option("--directory", options->remote.directory, "ssh: the folder it runs in");
  parser->add_option("--archive", options->remote.archive,
                     "ssh: Warplens' archive for a machine of another kind than this");
  parser->add_flag("--open", options->opens, "Show the capture in the window afterwards");
  options->language.add_to(*parser);
  parser->footer(kCaptureFooter);
  return {parser, [options, window, parser]() -> Result<int> {
            if (options->remote.host.empty()) {
              TRY(refuse(*parser, {"--directory", "--archive"}, tr("is for --ssh")));
            }
            return capture(*options, window);
          }};
}

}  // namespace warplens::cli
