// warplens open: the window on a capture, or on what a link shows. It is read first, so that what
// is wrong with it is said on the terminal.
#include <filesystem>
#include <memory>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/source_roots_option.h"
#include "app/features/features.h"
#include "app/session/open_own.h"
#include "app/state/link.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

namespace {

// What is wrong in it is told in the window, and again each time that it is saved.
Result<void> check_kernel_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return {};
  return fail(tr("{}: no such file", path));
}

Result<void> check_capture(session::WindowRequest& request, const MemoryLimit& memory) {
  request.capture = std::filesystem::absolute(request.capture).string();
  if (session::is_kernel_file(request.capture)) return check_kernel_file(request.capture);
  TRY(memory.hold([&] { return trace::read_capture(request.capture); }));
  return {};
}

Result<void> check_link(session::WindowRequest& request) {
  TRY(link::parse_link(request.capture, features::all()));
  request.link = std::exchange(request.capture, {});
  return {};
}

}  // namespace

Command open_command(CLI::App& app, const WindowCommands& window) {
  auto request = std::make_shared<session::WindowRequest>();
  auto memory = std::make_shared<MemoryLimit>();
  CLI::App* parser = app.add_subcommand(
      "open", "Show a capture, an own kernel or what a link shows, in the window");
  parser
      ->add_option("capture", request->capture,
                   "A file that trace -o wrote, a .cu or .ptx, or a link")
      ->required();
  add_language_option(*parser, request->language, "Language of the window");
  add_lessons_option(*parser, request->lessons);
  add_source_roots_option(*parser, request->source_roots);
  memory->add_to(*parser);
  parser->footer(
      "Examples:\n  warplens open t.wlens\n  warplens open my.cu\n"
      "  warplens open 'warplens:1?lesson=padding&step=2&event=9'");
  return {parser, [request, memory, start = window.start]() -> Result<int> {
            const bool is_link = link::is_link(request->capture);
            TRY(is_link ? check_link(*request) : check_capture(*request, *memory));
            request->memory = memory->bytes();
            return start(*request);
          }};
}

}  // namespace warplens::cli
