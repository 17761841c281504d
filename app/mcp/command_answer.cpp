#include "app/mcp/command_answer.h"

#include <fcntl.h>
#include <unistd.h>

#include "kernels/base/error_line.h"
#include "kernels/base/guarded.h"
#include "kernels/base/trimmed.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/run/toolkit/spawn.h"

namespace warplens::mcp {
namespace {

namespace fs = std::filesystem;

Json text_content(std::string_view text) { return {{"type", "text"}, {"text", text}}; }

bool becomes(int file, const char* path, int flags) {
  const int opened = open(path, flags, 0600);
  return opened >= 0 && dup2(opened, file) == file;
}

// In a copy of this process, which has one thread: nothing but calls of the system.
int become(const char* program, char* const* words, const fs::path& out, const fs::path& err) {
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  if (becomes(STDIN_FILENO, "/dev/null", O_RDONLY | O_CLOEXEC) &&
      becomes(STDOUT_FILENO, out.c_str(), kNew) && becomes(STDERR_FILENO, err.c_str(), kNew))
    execv(program, words);
  return 127;
}

Result<Printed> printed_by(const std::string& program, const std::vector<std::string>& words,
                           const std::stop_token& stop, const run::ProcessLimits& limits) {
  TRY(const auto folder, run::TemporaryFolder::make());
  const fs::path out = folder.path() / "out", err = folder.path() / "err";
  std::vector<std::string> all{"warplens"};
  all.insert(all.end(), words.begin(), words.end());
  const std::vector<char*> pointers = run::pointers_to(all);
  TRY(const int status,
      run::run_copy(
          "warplens " + words.front(),
          [&] { return become(program.c_str(), pointers.data(), out, err); }, stop, limits));
  TRY(std::string json, run::read_text(out, kLongestAnswer));
  TRY(std::string said, run::read_text(err, kLongestAnswer));
  return Printed{status, std::move(json), std::move(said)};
}

}  // namespace

Json call_error(std::string_view message) {
  return {{"content", Json::array({text_content(message)})}, {"isError", true}};
}

Json call_result(const Printed& printed) {
  const Json json = parse_json(printed.out);
  const std::string_view said = trimmed(printed.err);
  if (!json.is_object())
    return call_error(said.empty() ? fmt::format("warplens ended with status {}", printed.status)
                                   : std::string(said));
  Json content = Json::array({text_content(json_text(json, -1))});
  if (!said.empty()) content.push_back(text_content(said));
  return {{"content", content}, {"structuredContent", json}, {"isError", false}};
}

Json answer_by(const std::string& program, const std::vector<std::string>& words,
               const std::stop_token& stop, const run::ProcessLimits& limits) {
  const auto printed =
      guarded([&]() -> Result<Printed> { return printed_by(program, words, stop, limits); });
  return printed.has_value() ? call_result(*printed) : call_error(error_line(printed.error()));
}

}  // namespace warplens::mcp
