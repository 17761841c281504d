#include "tests/cli/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernels/base/json.h"

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

bool has_window() { return WARPLENS_WINDOW != 0; }

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

void write_tool(const std::filesystem::path& folder, const std::string& name,
                const std::string& script) {
  std::filesystem::create_directories(folder / "bin");
  write_file(folder / "bin" / name, "#!/bin/sh\n" + script);
  std::filesystem::permissions(folder / "bin" / name, std::filesystem::perms::owner_all);
}

Output run_line(const std::string& line) {
  const fs::path folder = own_folder("output");
  fs::create_directories(folder);
  const std::string command = "WARPLENS=" + quoted(WARPLENS_BINARY_DIR "/warplens") +
                              "; export XDG_CACHE_HOME=\"${WARPLENS_TEST_CACHE:-" +
                              std::string(WARPLENS_BINARY_DIR "/tests/cache}\"; { ") + line +
                              "\n} </dev/null >" + quoted(folder / "out") + " 2>" +
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

namespace {

// The program's end of a pipe or a terminal, and ours.
struct Ends {
  int theirs = -1, ours = -1;
};

Ends open_pipe() {
  std::array<int, 2> ends{-1, -1};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  return {ends[1], ends[0]};
}

Ends open_terminal() {
  const int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  EXPECT_EQ(grantpt(ours), 0);
  EXPECT_EQ(unlockpt(ours), 0);
  return {open(ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC), ours};
}

pid_t start(const std::vector<std::string>& arguments, int out, int err) {
  std::vector<std::string> words{WARPLENS_BINARY_DIR "/warplens"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t process = -1;
  EXPECT_EQ(posix_spawn(&process, pointers[0], &actions, nullptr, pointers.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

// False: there is no more to come.
bool read_some(int from, std::string& text) {
  std::array<char, 4096> bytes{};
  const ssize_t count = read(from, bytes.data(), bytes.size());
  if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace

Output run_until_interrupted(const std::vector<std::string>& arguments,
                             const std::function<bool(const std::string&)>& is_far_enough,
                             int signal) {
  const Ends out = open_pipe(), err = open_terminal();
  const pid_t process = start(arguments, out.theirs, err.theirs);
  close(out.theirs);
  close(err.theirs);
  Output output;
  std::array<pollfd, 2> watched{pollfd{out.ours, POLLIN, 0}, pollfd{err.ours, POLLIN, 0}};
  bool is_interrupted = false;
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    poll(watched.data(), watched.size(), -1);
    if (watched[0].revents != 0 && !read_some(out.ours, output.out)) watched[0].fd = -1;
    if (watched[1].revents != 0 && !read_some(err.ours, output.err)) watched[1].fd = -1;
    if (is_interrupted || !is_far_enough(output.err + output.out)) continue;
    is_interrupted = kill(process, signal) == 0;
  }
  int status = 0;
  waitpid(process, &status, 0);
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  close(out.ours);
  close(err.ours);
  return output;
}

SortedJson run_json(const std::vector<std::string>& arguments, int status) {
  const Output output = run(arguments);
  EXPECT_EQ(output.status, status) << output.err;
  auto json = parse_sorted_json(output.out);
  EXPECT_FALSE(json.is_discarded()) << output.out.substr(0, 2000);
  return json;
}

SortedJson launch_json(const std::vector<std::string>& arguments, int status) {
  SortedJson run = run_json(arguments, status);
  const SortedJson launches = run.at("launches");
  EXPECT_EQ(launches.size(), 1u);
  run.erase("launches");
  run.update(launches.at(0));
  return run;
}

}  // namespace warplens::cli_test
