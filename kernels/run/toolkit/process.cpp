#include "kernels/run/toolkit/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

extern char** environ;

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  [[nodiscard]] posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
 public:
  explicit SpawnAttributes(short flags) {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, flags);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// This process's, but for the folder of temporary files.
std::vector<std::string> environment_with(const fs::path& temporary) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) variables.emplace_back(*variable);
  }
  variables.push_back("TMPDIR=" + temporary.string());
  return variables;
}

Result<int> wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail(tr("waiting for a program failed: {}", std::strerror(errno)));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Until the child has ended, which it does at once with all of its group when a stop is requested.
// Its number is another's to have only after wait_for().
void wait_unless_stopped(pid_t child, const std::stop_token& stop) {
  const std::stop_callback end(stop, [child] { kill(-child, SIGKILL); });
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) return fail(tr("no folder for temporary files: {}", error.message()));
  std::string name = (fs::absolute(parent) / "warplens-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    return fail(tr("cannot make a folder in {}: {}", parent.string(), std::strerror(errno)));
  }
  return TemporaryFolder(fs::path(name));
}

TemporaryFolder::TemporaryFolder(fs::path path)
    : path_(std::move(path)), caretaker_(caretaker_of(path_)) {}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, fs::path())),
      caretaker_(std::exchange(other.caretaker_, Caretaker())) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
  if (caretaker_.process < 0) return;
  kill(caretaker_.process, SIGKILL);
  close(caretaker_.pipe);
  (void)wait_for(caretaker_.process);
}

TemporaryFolder::Caretaker TemporaryFolder::caretaker_of(const fs::path& folder) {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  // Children of this process may go on writing for a moment after its end.
  const std::vector<std::string> command = {
      "/bin/sh", "-c", "read -r _; for _ in 1 2 3 4 5; do rm -rf -- \"$0\" && exit; sleep 1; done",
      folder.string()};
  FileActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
  pid_t process = -1;
  // Out of reach of the terminal's Ctrl+C, which is for the program.
  const SpawnAttributes own_session(POSIX_SPAWN_SETSID);
  const int error = posix_spawn(&process, command[0].c_str(), actions.get(), own_session.get(),
                                pointers_to(command).data(), environ);
  close(ends[0]);
  if (error == 0) return {process, ends[1]};
  close(ends[1]);
  return {};
}

Result<int> run_process(const std::vector<std::string>& arguments, const fs::path& log,
                        const std::stop_token& stop) {
  if (stop.stop_requested()) return fail(tr("cancelled"));
  const fs::path folder = log.parent_path();
  const std::vector<std::string> environment = environment_with(folder);
  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(actions.get(), folder.c_str());
  const SpawnAttributes group(stop.stop_possible() ? POSIX_SPAWN_SETPGROUP : 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0].c_str(), actions.get(), group.get(),
                                pointers_to(arguments).data(), pointers_to(environment).data());
  if (error != 0) return fail(tr("{} cannot be started: {}", arguments[0], std::strerror(error)));
  if (stop.stop_possible()) wait_unless_stopped(child, stop);
  auto status = wait_for(child);
  if (stop.stop_requested()) return fail(tr("cancelled"));
  return status;
}

std::optional<fs::path> find_executable(std::string_view name,
                                        const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    if (!folder.is_absolute()) continue;
    fs::path candidate = folder / name;
    std::error_code error;
    if (!fs::is_regular_file(candidate, error)) continue;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

std::vector<fs::path> path_folders() {
  const char* path = std::getenv("PATH");
  return absolute_folders(path == nullptr ? "" : path, ":");
}

std::vector<fs::path> absolute_folders(std::string_view list, std::string_view separators) {
  std::vector<fs::path> folders;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(separators), list.size());
    if (list.starts_with('/')) folders.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return folders;
}

}  // namespace warplens::run
