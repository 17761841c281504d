#include "kernels/run/toolkit/process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "kernels/base/deadline.h"
#include "kernels/base/guarded.h"
#include "kernels/run/toolkit/spawn.h"

extern char** environ;

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

// This process's, but for the folder of temporary files.
std::vector<std::string> environment_with(const fs::path& temporary) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("TMPDIR=")) variables.emplace_back(*variable);
  }
  variables.push_back("TMPDIR=" + temporary.string());
  return variables;
}

// Of what a program may take: it and what it starts, each by itself.
void limit(pid_t child, const ProcessLimits& limits) {
  for (const auto resource : {RLIMIT_DATA, RLIMIT_FSIZE}) {
    rlimit held{};
    if (prlimit(child, resource, nullptr, &held) != 0) continue;
    held.rlim_cur = std::min<rlim_t>(held.rlim_cur, limits.memory);
    prlimit(child, resource, &held, nullptr);
  }
}

// Until the child has ended, which it does at once when a stop is requested. What is left of its
// group ends with it. Its number is another's to have only after wait_for().
void wait_unless_stopped(pid_t child, const std::stop_token& stop) {
  const std::stop_callback end(stop, [child] { kill(-child, SIGKILL); });
  siginfo_t ended{};
  while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  kill(-child, SIGKILL);
}

Result<int> wait_within(pid_t child, std::string_view name, const std::stop_token& stop,
                        const ProcessLimits& limits) {
  limit(child, limits);
  Caretaker caretaker("kill -s KILL -- \"-$0\"", std::to_string(child));
  const Deadline deadline(limits.time, stop);
  wait_unless_stopped(child, deadline.token());
  caretaker.dismiss();
  auto status = wait_for(child);
  if (stop.stop_requested()) return fail(tr("cancelled"));
  if (!deadline.has_passed()) return status;
  return fail(
      tr("{} was ended after {} s: allow it more (--time-limit)", name, limits.time.count()));
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

Result<int> run_process(const std::vector<std::string>& arguments, const fs::path& log,
                        const std::stop_token& stop, const ProcessLimits& limits) {
  if (stop.stop_requested()) return fail(tr("cancelled"));
  const fs::path folder = log.parent_path();
  const std::vector<std::string> environment = environment_with(folder);
  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(actions.get(), folder.c_str());
  const SpawnAttributes group(POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0].c_str(), actions.get(), group.get(),
                                pointers_to(arguments).data(), pointers_to(environment).data());
  if (error != 0) return fail(tr("{} cannot be started: {}", arguments[0], std::strerror(error)));
  return wait_within(child, fs::path(arguments[0]).filename().string(), stop, limits);
}

Result<int> run_copy(std::string_view name, const std::function<int()>& work,
                     const std::stop_token& stop, const ProcessLimits& limits) {
  if (stop.stop_requested()) return fail(tr("cancelled"));
  const pid_t child = fork();
  if (child < 0) return fail(tr("{} cannot be started: {}", name, std::strerror(errno)));
  if (child == 0) {
    setpgid(0, 0);
    const Result<int> status = guarded([&]() -> Result<int> { return work(); });
    _exit(status.value_or(1));
  }
  setpgid(child, child);
  // It begins with what this process holds.
  const std::uint64_t held = memory_held();
  const std::uint64_t memory = held + std::min(limits.memory, kAnyMemory - held);
  return wait_within(child, name, stop, {limits.time, memory});
}

}  // namespace warplens::run
