// What can be opened: a folder's kernels and captures, and those that were opened before.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::session {

struct ListedFile {
  std::filesystem::path path;
  bool is_folder = false;
  bool is_missing = false;  // it was there when it was opened
};

enum class Listed { kernels_and_captures, pictures_too, every_file };

struct FileList {
  std::filesystem::path folder;   // absolute
  std::vector<ListedFile> files;  // folders first, each by name; hidden ones left out
  std::optional<Error> error;     // why the folder cannot be read
};

// Reads the disk, which may take its time.
[[nodiscard]] FileList list_folder(const std::filesystem::path& folder, Listed listed);
[[nodiscard]] std::vector<ListedFile> with_presence(const std::vector<std::string>& paths);

// Whether a name has what was typed, small or capital letters alike (of ASCII).
[[nodiscard]] bool matches(std::string_view name, std::string_view typed);

}  // namespace warplens::session
