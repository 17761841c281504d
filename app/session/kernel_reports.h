// What ptxas says of the catalogue's kernels, read when it is first asked for.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>

#include "viz/analysis/limits/resources.h"

namespace warplens::session {

class KernelReports {
 public:
  explicit KernelReports(std::filesystem::path assets) : assets_(std::move(assets)) {}

  // Null where assets/ptx/resources.json is missing or damaged. From any thread.
  [[nodiscard]] const analysis::Resources* get() {
    const std::lock_guard lock(mutex_);
    if (!is_read_) {
      is_read_ = true;
      auto read = analysis::Resources::read(assets_ / "ptx" / "resources.json");
      if (read.has_value()) resources_ = std::move(*read);
    }
    return resources_ ? &*resources_ : nullptr;
  }

 private:
  std::filesystem::path assets_;
  std::mutex mutex_;
  bool is_read_ = false;
  std::optional<analysis::Resources> resources_;
};

}  // namespace warplens::session
