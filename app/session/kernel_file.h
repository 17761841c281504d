// A person's own kernel, by its file's name.
#pragma once

#include <filesystem>

namespace warplens::session {

// A .cu or a .ptx.
[[nodiscard]] inline bool is_kernel_file(const std::filesystem::path& path) {
  return path.extension() == ".cu" || path.extension() == ".ptx";
}

}  // namespace warplens::session
