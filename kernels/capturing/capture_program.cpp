#include "kernels/capturing/capture_program.h"

#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/spawn.h"

extern char** environ;

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
namespace spool = injected::spool;

constexpr const char* kLibrary = "libwarplens_injected.so";

// Beside the program (a build tree), or in ../lib.
Result<fs::path> injected_library() {
  std::error_code error;
  const fs::path folder = fs::canonical("/proc/self/exe", error).parent_path();
  for (const fs::path& path : {folder / kLibrary, folder / ".." / "lib" / kLibrary})
    if (fs::exists(path, error)) return fs::canonical(path, error);
  return fail(tr("{} is missing beside this program: install Warplens anew", kLibrary));
}

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

Result<void> check_pattern(const std::string& pattern) {
  if (pattern.empty()) return {};
  regex_t compiled{};
  const int status = ::regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB);
  std::array<char, 256> why{};
  if (status != 0) ::regerror(status, &compiled, why.data(), why.size());
  if (status == 0) ::regfree(&compiled);
  if (status == 0) return {};
  return fail(tr("{} is no extended regular expression: {}", pattern, why.data()));
}

using Environment = std::vector<std::string>;

void set(Environment& environment, std::string_view name, const std::string& value) {
  const std::string beginning = fmt::format("{}=", name);
  std::erase_if(environment, [&](const std::string& one) { return one.starts_with(beginning); });
  environment.push_back(beginning + value);
}

Environment environment_for(const CaptureOptions& options, const fs::path& library,
                            const fs::path& folder) {
  Environment environment;
  for (char** each = environ; *each != nullptr; ++each) environment.emplace_back(*each);
  set(environment, "CUDA_INJECTION64_PATH", library.string());
  set(environment, spool::kFolderVariable, folder.string());
  set(environment, spool::kKernelsVariable, options.kernels);
  set(environment, spool::kLaunchesVariable, std::to_string(options.launches));
  set(environment, spool::kSkippedVariable, std::to_string(options.skipped));
  set(environment, spool::kBytesVariable, std::to_string(options.bytes));
  set(environment, spool::kCuptiVariable, options.cupti);
  // CuPy asks NVRTC for machine code otherwise.
  if (std::getenv("CUPY_COMPILE_WITH_PTX") == nullptr)
    set(environment, "CUPY_COMPILE_WITH_PTX", "1");
  return environment;
}

// Ctrl+C is for the program, which decides what comes of it.
class IgnoredInterrupts {
 public:
  IgnoredInterrupts() {
    struct sigaction ignore {};
    ignore.sa_handler = SIG_IGN;
    for (std::size_t i = 0; i < kSignals.size(); ++i)
      ::sigaction(kSignals[i], &ignore, &before_[i]);
  }
  ~IgnoredInterrupts() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
      ::sigaction(kSignals[i], &before_[i], nullptr);
  }
  IgnoredInterrupts(const IgnoredInterrupts&) = delete;
  IgnoredInterrupts& operator=(const IgnoredInterrupts&) = delete;

 private:
  static constexpr std::array kSignals{SIGINT, SIGQUIT};
  std::array<struct sigaction, kSignals.size()> before_{};
};

Result<int> run_to_its_end(const fs::path& path, const std::vector<std::string>& program,
                           const Environment& environment) {
  const IgnoredInterrupts ignored;
  sigset_t all_default;
  ::sigemptyset(&all_default);
  for (const int each : {SIGINT, SIGQUIT}) ::sigaddset(&all_default, each);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  ::posix_spawnattr_setsigdefault(&attributes, &all_default);
  pid_t child = 0;
  const int status =
      ::posix_spawn(&child, path.c_str(), nullptr, &attributes, run::pointers_to(program).data(),
                    run::pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  if (status != 0)
    return fail(tr("{} cannot be started: {}", path.string(), std::strerror(status)));
  return run::wait_for(child);
}

Result<std::vector<Spooled>> read_all(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    if (each->path().extension() == ".spool") files.push_back(each->path());
  std::ranges::sort(files);
  std::vector<Spooled> processes;
  for (const fs::path& file : files) {
    TRY(auto process, read_spool(file));
    fs::remove(file, error);
    processes.push_back(std::move(process));
  }
  return processes;
}

}  // namespace

Result<CapturedRun> capture_program(const CaptureOptions& options,
                                    const std::vector<std::string>& program) {
  TRY(check_pattern(options.kernels));
  TRY(const fs::path library, injected_library());
  TRY(const fs::path path, find_program(program.front()));
  TRY(const auto folder, run::TemporaryFolder::make());
  TRY(const int status,
      run_to_its_end(path, program, environment_for(options, library, folder.path())));
  TRY(auto processes, read_all(folder.path()));
  return CapturedRun{status,
                     program_of(std::move(processes), fmt::format("{}", fmt::join(program, " ")))};
}

}  // namespace warplens::capturing
