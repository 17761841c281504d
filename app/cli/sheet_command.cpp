// warplens sheet: lessons as pages to print, with room to answer; the answers apart.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/lessons_option.h"
#include "app/cli/text/memory_limit.h"

namespace warplens::cli {

Command sheet_command(CLI::App& app, const WindowCommands& window) {
  struct Options {
    session::SheetRequest request;
    MemoryLimit memory;
  };
  auto options = std::make_shared<Options>();
  session::SheetRequest& request = options->request;
  CLI::App* parser = app.add_subcommand("sheet", "Write lessons as pages to print");
  parser->add_option("-o,--output", request.folder, "The folder: new, empty or of earlier sheets")
      ->required();
  add_written_lessons_options(*parser, request.lesson, request.language);
  parser->add_option("--path", request.path,
                     "The steps of a path in place of lessons: its name (see: warplens list), or a "
                     "file");
  parser->add_flag("--answers", request.answers,
                   "Also answers.html, computed from traces and recordings");
  add_lessons_option(*parser, request.lessons);
  options->memory.add_to(*parser);
  parser->footer(
      "Needs no display. The folder holds index.html and its pictures; print it from a browser.\n\n"
      "Example:\n"
      "  warplens sheet --lesson 7 -o sheet --answers");
  return {parser, [options, write = window.write_sheet]() -> Result<int> {
            options->request.memory = options->memory.bytes();
            return write(options->request);
          }};
}

}  // namespace warplens::cli
