// posix_spawn()'s tables, released at the end of their scope.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::run {

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

// As exec() takes them; the texts must outlive them.
[[nodiscard]] std::vector<char*> pointers_to(const std::vector<std::string>& texts);

// A child's exit status, or 128 + the signal that ended it.
Result<int> wait_for(pid_t child);

}  // namespace warplens::run
