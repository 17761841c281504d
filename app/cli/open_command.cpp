// warplens open: the window on a capture. It is read first, so that what is wrong with it is said
// on the terminal.
#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/memory_limit.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

Command open_command(CLI::App& app, const WindowCommands& window) {
  auto request = std::make_shared<session::WindowRequest>();
  auto memory = std::make_shared<MemoryLimit>();
  CLI::App* parser = app.add_subcommand("open", "Show a capture in the window");
  parser->add_option("capture", request->capture, "A folder that trace -o wrote")->required();
  parser->add_option("--lang", request->language, "Language of the window")
      ->check(CLI::IsMember({"en", "zh"}));
  memory->add_to(*parser);
  parser->footer("Example:\n  warplens open t.wlens");
  return {parser, [request, memory, start = window.start]() -> Result<int> {
            const auto capture =
                memory->hold([&] { return trace::read_capture(request->capture); });
            if (!capture.has_value()) return fail(capture.error());
            request->capture = std::filesystem::absolute(request->capture).string();
            request->memory = memory->bytes();
            return start(*request);
          }};
}

}  // namespace warplens::cli
