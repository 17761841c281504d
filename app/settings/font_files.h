// Which font files the app draws with: the folder share/warplens/fonts of an unpacked archive comes
// first, then the system's and the person's fonts. The window and `doctor` both ask here.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplens::session {

// `symbols` has the arrows and marks that the text fonts lack, `few_chinese` the Chinese characters
// that a window in another language shows, where a file of those alone is here.
enum class Face { regular, semi_bold, mono, chinese, chinese_bold, few_chinese, symbols };

struct FontFile {
  std::filesystem::path path;
  int index = 0;     // in a collection
  float height = 1;  // (ascent − descent) / em
};

class FontFiles {
 public:
  // Looks through each folder and what lies below it, at most once and only when a face is wanted;
  // `bundled` may not exist.
  FontFiles(std::filesystem::path bundled, std::vector<std::filesystem::path> system);

  // The best file of the first place that has any.
  [[nodiscard]] std::optional<FontFile> find(Face face);

 private:
  struct Place {
    std::vector<std::filesystem::path> folders;
    std::optional<std::map<std::string, std::filesystem::path>> files;  // by file name
  };
  Place bundled_, system_;
};

// Those of this machine, and of the archive whose assets lie in `assets` (empty: of none).
[[nodiscard]] FontFiles font_files(const std::filesystem::path& assets);

}  // namespace warplens::session
