#include "kernels/run/toolkit/assembled_cache.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "kernels/base/whole_file.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

fs::path absolute_folder(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
}

bool is_of(const sass::Assembled& assembled, const AssembledKey& key) {
  return assembled.ptx_sha256 == key.ptx_sha256 && assembled.capability == key.capability &&
         assembled.ptxas == key.ptxas;
}

using Dated = std::pair<fs::file_time_type, fs::path>;

std::vector<Dated> files_in(const fs::path& folder) {
  std::vector<Dated> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".sass") continue;
    files.emplace_back(entry.last_write_time(error), entry.path());
  }
  return files;
}

}  // namespace

fs::path user_cache_folder() {
  const fs::path own = absolute_folder("XDG_CACHE_HOME");
  if (!own.empty()) return own / "warplens" / "sass";
  const fs::path home = absolute_folder("HOME");
  return home.empty() ? home : home / ".cache" / "warplens" / "sass";
}

fs::path AssembledCache::file_of(const AssembledKey& key) const {
  return folder_ / fmt::format("{}-{}-{}.sass", key.ptx_sha256,
                               sass::architecture_name(key.capability), key.ptxas);
}

std::optional<sass::Assembled> AssembledCache::find(const AssembledKey& key) const {
  if (folder_.empty()) return std::nullopt;
  const Result<std::string> text = read_text(file_of(key));
  if (!text.has_value()) return std::nullopt;
  Result<sass::Assembled> assembled = sass::read_assembled(*text);
  if (!assembled.has_value() || !is_of(*assembled, key)) return std::nullopt;
  if (assembled->listing.functions.empty()) return std::nullopt;
  return std::move(*assembled);
}

void AssembledCache::keep(const sass::Assembled& assembled) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return;
  remove_oldest();
  const fs::path file = file_of({assembled.ptx_sha256, assembled.capability, assembled.ptxas});
  (void)write_whole_file(file, sass::to_text(assembled));
}

void AssembledCache::remove_oldest() const {
  std::vector<Dated> files = files_in(folder_);
  if (files.size() < kMostFiles) return;
  std::ranges::sort(files);
  std::error_code error;
  for (std::size_t i = 0; i <= files.size() - kMostFiles; ++i) fs::remove(files[i].second, error);
}

}  // namespace warplens::run
