// Running another program to its end, without a shell.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::run {

// A new folder that only this user can enter, removed with all that is in it at the end of its
// scope.
class TemporaryFolder {
 public:
  [[nodiscard]] static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) = delete;
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

// Runs `arguments[0]`, a path, with empty input; its output and errors go to the file `log`.
// Returns the exit status, or 128 + the signal that ended it.
[[nodiscard]] Result<int> run_process(const std::vector<std::string>& arguments,
                                      const std::filesystem::path& log);

// The first executable file called `name` in `folders`.
[[nodiscard]] std::optional<std::filesystem::path> find_executable(
    std::string_view name, const std::vector<std::filesystem::path>& folders);

// The folders of the environment variable PATH.
[[nodiscard]] std::vector<std::filesystem::path> path_folders();

}  // namespace warplens::run
