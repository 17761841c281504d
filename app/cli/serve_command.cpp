// warplens serve: the window in this machine's browsers.
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/text/print.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "app/serve/serve.h"

namespace warplens::cli {

Command serve_command(CLI::App& app) {
  auto request = std::make_shared<serve::Request>();
  CLI::App* parser =
      app.add_subcommand("serve", "Serve the browser's page to this machine alone, until Ctrl+C");
  parser->add_option("folder", request->folder,
                     "What scripts/web made; none: the one that is here");
  parser->add_option("--port", request->port, "0: one that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  parser->footer("Example:\n  warplens serve --port 8000");
  return {parser, [request]() -> Result<int> {
            const StopOnInterrupt interrupt;
            TRY(serve::serve(*request, interrupt.token(), [](const std::string& address) {
              print_text("{}\n", address);
              std::fflush(stdout);
            }));
            return StopOnInterrupt::kStatus;
          }};
}

}  // namespace warplens::cli
