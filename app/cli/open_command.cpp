// warplens open: the window on a capture. It is read first, so that what is wrong with it is said
// on the terminal.
#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "kernels/trace/capture.h"

namespace warplens::cli {

Command open_command(CLI::App& app, const WindowCommands& window) {
  auto request = std::make_shared<session::WindowRequest>();
  CLI::App* parser = app.add_subcommand("open", "Show a capture in the window");
  parser->add_option("capture", request->capture, "A folder that trace -o wrote")->required();
  parser->add_option("--lang", request->language, "Language of the window")
      ->check(CLI::IsMember({"en", "zh"}));
  parser->footer("Example:\n  warplens open t.wlens");
  return {parser, [request, start = window.start]() -> Result<int> {
            const auto capture = trace::read_capture(request->capture);
            if (!capture.has_value()) return fail(capture.error());
            request->capture = std::filesystem::absolute(request->capture).string();
            return start(*request);
          }};
}

}  // namespace warplens::cli
