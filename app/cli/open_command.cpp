// warplens open: the window on a capture, an own kernel, or what a link shows. It is read first, so
// that what is wrong with it is said on the terminal. A desktop starts the program with such a file
// or link alone, the file as an address (file:///home/ada/t.wlens).
#include <algorithm>
#include <charconv>
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
#include "kernels/caches/places.h"
#include "kernels/captured/program_file.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

namespace {

constexpr std::string_view kFileAddress = "file://";

bool is_file_address(std::string_view text) { return text.starts_with(kFileAddress); }

// The path in file://HOST/PATH, in which %20 is a blank; the host is this one.
Result<std::string> path_in_address(std::string_view address) {
  const std::string_view rest = address.substr(kFileAddress.size());
  const auto escaped = rest.substr(std::min(rest.find('/'), rest.size()));
  std::string path;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '%') {
      path += escaped[i];
      continue;
    }
    const std::string_view digits = escaped.substr(i + 1, 2);
    unsigned char byte = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || read.ptr != digits.data() + 2 || byte == 0)
      return fail(tr("{}: no address of a file", std::string(address)));
    path += static_cast<char>(byte);
    i += 2;
  }
  return path;
}

// What is wrong in it is told in the window, and again each time that it is saved.
Result<void> check_kernel_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) return {};
  return fail(tr("{}: no such file", path));
}

Result<void> check_capture(session::WindowRequest& request, const MemoryLimit& memory) {
  TRY(const auto kernel, caches::only_kernel(request.capture));
  request.capture = std::filesystem::absolute(kernel).string();
  if (session::is_kernel_file(request.capture)) return check_kernel_file(request.capture);
  if (captured::looks_like_a_program(request.capture)) {
    TRY(memory.hold([&] { return captured::read_program(request.capture); }));
    return {};
  }
  TRY(memory.hold([&] { return trace::read_capture(request.capture); }));
  return {};
}

Result<void> check_link(session::WindowRequest& request) {
  TRY(link::parse_link(request.capture, features::all()));
  request.link = std::exchange(request.capture, {});
  return {};
}

Result<int> open(session::WindowRequest request, const MemoryLimit& memory,
                 const WindowCommands& window) {
  if (is_file_address(request.capture)) {
    TRY(request.capture, path_in_address(request.capture));
  }
  const bool is_link = link::is_link(request.capture);
  TRY(is_link ? check_link(request) : check_capture(request, memory));
  request.memory = memory.bytes();
  return window.start(request);
}

}  // namespace

bool is_to_be_opened(std::string_view argument) {
  return link::is_link(argument) || is_file_address(argument) || argument.ends_with(".wlens") ||
         session::is_kernel_file(std::filesystem::path(argument));
}

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
      "  warplens open 'warplens:1?lesson=padding&step=2&event=9'\n"
      "The word may be left out: warplens t.wlens");
  return {parser, [request, memory, window] { return open(*request, *memory, window); }};
}

}  // namespace warplens::cli
