#include "kernels/run/toolkit/caretaker.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "kernels/run/toolkit/spawn.h"

extern char** environ;

namespace warplens::run {

Caretaker::Caretaker(const std::string& script, const std::string& word) {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const std::vector<std::string> command = {"/bin/sh", "-c", "read -r _; " + script, word};
  FileActions actions;
  posix_spawn_file_actions_adddup2(actions.get(), ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), STDOUT_FILENO, STDERR_FILENO);
  // Out of reach of the terminal's Ctrl+C, which is for the program.
  const SpawnAttributes own_session(POSIX_SPAWN_SETSID);
  const int error = posix_spawn(&process_, command[0].c_str(), actions.get(), own_session.get(),
                                pointers_to(command).data(), environ);
  close(ends[0]);
  pipe_ = ends[1];
  if (error == 0) return;
  process_ = -1;
  close(std::exchange(pipe_, -1));
}

void Caretaker::dismiss() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  close(std::exchange(pipe_, -1));
  (void)wait_for(std::exchange(process_, -1));
}

}  // namespace warplens::run
