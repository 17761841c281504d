// warplens tour: every step of the lessons as pictures, and a page that shows them.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/memory_limit.h"
#include "app/cli/text/parse.h"

namespace warplens::cli {

Command tour_command(CLI::App& app, const WindowCommands& window) {
  struct Options {
    session::TourRequest request;
    std::string size = "1440x900";
    MemoryLimit memory;
  };
  auto options = std::make_shared<Options>();
  session::TourRequest& request = options->request;
  CLI::App* parser =
      app.add_subcommand("tour", "Draw every step of the lessons, with a page that shows them");
  parser->add_option("-o,--output", request.folder, "The folder: new, empty or an earlier tour's")
      ->required();
  add_written_lessons_options(*parser, request.lesson, request.language);
  parser->add_option("--theme", request.theme, "Colours of the pictures")
      ->check(CLI::IsMember({"light", "dark"}))
      ->capture_default_str();
  parser->add_option("--size", options->size, "Pixels of the window, as WxH")
      ->capture_default_str();
  add_lessons_option(*parser, request.lessons);
  options->memory.add_to(*parser);
  parser->footer(
      "Needs no display. The folder holds index.html and its pictures; copy it anywhere.\n\n"
      "Example:\n"
      "  warplens tour -o tour --lang zh");
  return {parser, [options, write = window.write_tour]() -> Result<int> {
            TRY(const auto size, parse_picture_size(options->size));
            options->request.width = size.width;
            options->request.height = size.height;
            options->request.memory = options->memory.bytes();
            return write(options->request);
          }};
}

}  // namespace warplens::cli
