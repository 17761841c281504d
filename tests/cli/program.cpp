#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warplens::cli_test {

namespace fs = std::filesystem;

namespace {

std::string quoted(const std::string& argument) {
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

fs::path own_folder(const std::string& what) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string("warplens-") + test->test_suite_name() + "-" + test->name() + "-" +
                     std::to_string(getpid()) + "-" + what;
  for (char& c : name) c = c == '/' ? '-' : c;
  return fs::temp_directory_path() / name;
}

}  // namespace

fs::path source_folder() { return WARPLENS_SOURCE_DIR; }
std::string data_file(const std::string& name) {
  return (source_folder() / "tests/cli/data" / name).string();
}

fs::path scratch_folder() {
  const fs::path folder = own_folder("files");
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

Output run_line(const std::string& line) {
  const fs::path folder = own_folder("output");
  fs::create_directories(folder);
  const std::string command = "WARPLENS=" + quoted(WARPLENS_BINARY_DIR "/warplens") + "; { " +
                              line + "\n} </dev/null >" + quoted(folder / "out") + " 2>" +
                              quoted(folder / "err");
  const int status = std::system(command.c_str());
  Output output{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder / "out"),
                read_file(folder / "err")};
  fs::remove_all(folder);
  return output;
}

Output run(const std::vector<std::string>& arguments) {
  std::string line = "\"$WARPLENS\"";
  for (const std::string& argument : arguments) line += " " + quoted(argument);
  return run_line(line);
}

nlohmann::json run_json(const std::vector<std::string>& arguments, int status) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, status) << output.err;
  auto json = nlohmann::json::parse(output.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << output.out.substr(0, 2000);
  return json;
}

}  // namespace warplens::cli_test
