// warplens mcp: the commands as tools of coding assistants.
#include <poll.h>
#include <unistd.h>

#include <memory>
#include <span>

#include "app/cli/commands.h"
#include "app/cli/text/memory_limit.h"
#include "app/mcp/command_answer.h"
#include "app/mcp/lines.h"
#include "app/mcp/server.h"
#include "app/mcp/tool.h"
#include "kernels/base/whole_file.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::cli {
namespace {

struct McpOptions {
  double time_limit = 600;
  MemoryLimit memory;
};

// docs/FORM.schema.json of each tool; one that cannot be read is left out.
Json schemas_of_tools() {
  Json schemas = Json::object();
  const auto assets = run::find_assets();
  if (!assets.has_value()) return schemas;
  for (const mcp::Tool& tool : mcp::tools()) {
    const std::string form(tool.form);
    const auto text = run::read_text(assets->parent_path() / "docs" / (form + ".schema.json"));
    Json schema = parse_json(text.value_or(""));
    if (schema.is_object()) schemas[form] = std::move(schema);
  }
  return schemas;
}

void send_line(const Json& message) {
  const std::string line = json_text(message, -1) + '\n';
  static_cast<void>(write_all(STDOUT_FILENO, std::as_bytes(std::span(line))));
}

bool is_somebody_reading() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) <= 0 || (out.revents & (POLLERR | POLLHUP)) == 0;
}

mcp::Answer by_this_program(const McpOptions& options) {
  return [&options](std::vector<std::string> words, const std::stop_token& stop) {
    words.push_back(fmt::format("--memory={}", options.memory.bytes()));
    const run::ProcessLimits limits{std::chrono::duration<double>(options.time_limit), kAnyMemory};
    return mcp::answer_by("/proc/self/exe", words, stop, limits);
  };
}

Result<int> serve_assistants(const McpOptions& options) {
  mcp::Server server({WARPLENS_VERSION, schemas_of_tools()}, by_this_program(options), send_line);
  mcp::read_lines(STDIN_FILENO,
                  {mcp::kLongestLine, [&](std::string_view line) { server.take(line); },
                   [&] { server.take_too_long(); }});
  server.finish(is_somebody_reading);
  return 0;
}

}  // namespace

Command mcp_command(CLI::App& app) {
  auto options = std::make_shared<McpOptions>();
  CLI::App* parser = app.add_subcommand(
      "mcp", "Serve coding assistants: trace, explain, find_layout and check as tools (MCP)");
  parser
      ->add_option("--time-limit", options->time_limit, "Seconds that a call may take, all in all")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  options->memory.add_to(*parser);
  parser->footer(
      "Speaks the Model Context Protocol on standard input and output, a message a line, until\n"
      "its input ends; an assistant starts it itself. It reads the files that it is asked for,\n"
      "and has nvcc compile them (docs/ASSISTANTS.md).\n\n"
      "An assistant's configuration:\n"
      "  {\"mcpServers\": {\"warplens\": {\"command\": \"warplens\", \"args\": [\"mcp\"]}}}");
  return {parser, [options] { return serve_assistants(*options); }};
}

}  // namespace warplens::cli
