#include "app/session/file_list.h"

#include <algorithm>
#include <array>

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

// More names than anybody scrolls through; a folder of a million files is not read to its end.
constexpr std::size_t kMostFiles = 20'000;

bool has_ending(const fs::path& path, Listed listed) {
  constexpr std::array<std::string_view, 3> kEndings{".cu", ".ptx", ".wlens"};
  const std::string ending = path.extension().string();
  if (listed == Listed::pictures_too && ending == ".png") return true;
  return std::ranges::find(kEndings, ending) != kEndings.end();
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool comes_first(const ListedFile& a, const ListedFile& b) {
  if (a.is_folder != b.is_folder) return a.is_folder;
  const std::string left = a.path.filename().string(), right = b.path.filename().string();
  return std::ranges::lexicographical_compare(left, right, {}, lower, lower);
}

std::optional<ListedFile> listed_file(const fs::directory_entry& entry, Listed listed) {
  const fs::path& path = entry.path();
  if (path.filename().string().starts_with('.')) return std::nullopt;
  std::error_code error;
  const bool is_folder = entry.is_directory(error), is_file = entry.is_regular_file(error);
  if (!is_folder && !is_file) return std::nullopt;
  if (is_file && listed != Listed::every_file && !has_ending(path, listed)) return std::nullopt;
  return ListedFile{path, is_folder, false};
}

}  // namespace

FileList list_folder(const fs::path& folder, Listed listed) {
  FileList list;
  std::error_code error;
  list.folder = fs::absolute(folder, error).lexically_normal();
  if (!list.folder.has_filename() && list.folder.has_relative_path())
    list.folder = list.folder.parent_path();
  fs::directory_iterator entries(list.folder, error);
  for (const fs::directory_iterator end; !error && entries != end; entries.increment(error)) {
    if (list.files.size() == kMostFiles) break;
    if (auto file = listed_file(*entries, listed)) list.files.push_back(std::move(*file));
  }
  if (error) {
    list.error = Error{tr("{} cannot be read: {}", list.folder.string(), error.message())};
  }
  std::ranges::sort(list.files, comes_first);
  return list;
}

std::vector<ListedFile> with_presence(const std::vector<std::string>& paths) {
  std::vector<ListedFile> files;
  for (const std::string& path : paths) {
    std::error_code error;
    files.push_back({path, false, !fs::exists(path, error)});
  }
  return files;
}

bool matches(std::string_view name, std::string_view typed) {
  const auto is_same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(name.begin(), name.end(), typed.begin(), typed.end(), is_same) != name.end() ||
         typed.empty();
}

}  // namespace warplens::session
