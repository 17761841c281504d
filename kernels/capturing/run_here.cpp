#include "kernels/capturing/run_here.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <system_error>

#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/spawn.h"

extern char** environ;

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;

constexpr std::array kOfTerminal{SIGINT, SIGQUIT};

Result<fs::path> find_program(const std::string& name) {
  std::error_code error;
  if (name.find('/') != std::string::npos) {
    if (fs::is_regular_file(name, error) && ::access(name.c_str(), X_OK) == 0)
      return fs::absolute(name, error);
  } else if (auto found = run::find_executable(name, run::path_folders())) {
    return *found;
  }
  return fail(tr("{}: there is no such program", name));
}

std::vector<std::string> environment_with(const RunHere& what) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) all.emplace_back(*each);
  for (const auto& [name, value] : what.variables) {
    const std::string beginning = fmt::format("{}=", name);
    std::erase_if(all, [&](const std::string& one) { return one.starts_with(beginning); });
    all.push_back(beginning + value);
  }
  return all;
}

// The program decides what comes of Ctrl+C.
class IgnoredInterrupts {
 public:
  IgnoredInterrupts() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < kOfTerminal.size(); ++i)
      ::sigaction(kOfTerminal[i], &ignore, &before_[i]);
  }
  ~IgnoredInterrupts() {
    for (std::size_t i = 0; i < kOfTerminal.size(); ++i)
      ::sigaction(kOfTerminal[i], &before_[i], nullptr);
  }
  IgnoredInterrupts(const IgnoredInterrupts&) = delete;
  IgnoredInterrupts& operator=(const IgnoredInterrupts&) = delete;

 private:
  std::array<struct sigaction, kOfTerminal.size()> before_{};
};

class DefaultSignals {
 public:
  DefaultSignals() {
    sigset_t all;
    ::sigemptyset(&all);
    for (const int each : kOfTerminal) ::sigaddset(&all, each);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
  }
  ~DefaultSignals() { ::posix_spawnattr_destroy(&attributes_); }
  DefaultSignals(const DefaultSignals&) = delete;
  DefaultSignals& operator=(const DefaultSignals&) = delete;
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

Result<int> run_here(const RunHere& what) {
  TRY(const fs::path program, find_program(what.words.front()));
  const auto environment = environment_with(what);
  const IgnoredInterrupts ignored;
  const DefaultSignals signals;
  run::FileActions files;
  if (what.input)
    ::posix_spawn_file_actions_addopen(files.get(), STDIN_FILENO, what.input->c_str(), O_RDONLY, 0);
  for (const auto& [file, number] :
       {std::pair{what.output, STDOUT_FILENO}, std::pair{what.errors, STDERR_FILENO}})
    if (file)
      ::posix_spawn_file_actions_addopen(files.get(), number, file->c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int status =
      ::posix_spawn(&child, program.c_str(), files.get(), signals.get(),
                    run::pointers_to(what.words).data(), run::pointers_to(environment).data());
  if (status != 0)
    return fail(tr("{} cannot be started: {}", program.string(), std::strerror(status)));
  return run::wait_for(child);
}

std::string quoted(const std::string& word) {
  std::string inside;
  for (const char c : word) {
    if (c == '\'') {
      inside += "'\\''";
    } else {
      inside += c;
    }
  }
  return fmt::format("'{}'", inside);
}

}  // namespace warplens::capturing
