// Running another program to its end, without a shell.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/caretaker.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

// A new folder that only this user can enter, under a name that nobody can foresee, removed with
// all that is in it at the end of its scope, or when the process ends in another way.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path);

  std::filesystem::path path_;
  Caretaker caretaker_;
};

// Runs `arguments[0]`, an absolute path, with empty input; its output and errors go to the file
// `log`. It runs in the folder of `log`, where its temporary files lie too. Returns the exit
// status, or 128 + the signal that ended it. A stop ends it at once; then the error is "cancelled".
// So does the end of its time, or of this process in whatever way. What it has started ends with
// it. It is out of reach of the terminal's Ctrl+C.
Result<int> run_process(const std::vector<std::string>& arguments, const std::filesystem::path& log,
                        const std::stop_token& stop = {}, const ProcessLimits& limits = {});

// The same of `work`, in a copy of this process: for a library that cannot be stopped. It gives the
// exit status, and what it changes is the copy's. Other threads are not there, so `work` takes no
// lock that one of them may hold; `name` is what errors call it.
Result<int> run_copy(std::string_view name, const std::function<int()>& work,
                     const std::stop_token& stop = {}, const ProcessLimits& limits = {});

// The first executable file called `name` in those of `folders` that are absolute.
[[nodiscard]] std::optional<std::filesystem::path> find_executable(
    std::string_view name, const std::vector<std::filesystem::path>& folders);

// The absolute folders of the environment variable PATH: what lies in the current folder is not
// run.
[[nodiscard]] std::vector<std::filesystem::path> path_folders();
// The folders of a list that is separated by one of `separators`, made absolute.
[[nodiscard]] std::vector<std::filesystem::path> absolute_folders(std::string_view list,
                                                                  std::string_view separators);

}  // namespace warplens::run
