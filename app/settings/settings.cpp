#include "app/settings/settings.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernels/base/whole_file.h"

namespace warplens::session {
namespace {

namespace fs = std::filesystem;

// What to tell the person about a damaged file, which then no save can overwrite.
Error set_aside(const fs::path& path) {
  fs::path aside = path;
  aside += ".damaged";
  std::error_code error;
  fs::rename(path, aside, error);
  if (error) {
    return {tr("{} is damaged: mend or remove it", path.string())};
  }
  return {tr("the settings were damaged: starting afresh; the old file is {}", aside.string())};
}

// Nothing when it cannot be read. Of more than any settings take, the beginning: it is damaged.
std::optional<std::string> read_settings_file(const fs::path& path) {
  constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return std::nullopt;
  std::string text(std::min(size, kMostBytes), '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) return std::nullopt;
  return text;
}

}  // namespace

fs::path settings_path() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return fs::path(config) / "warplens/settings.json";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return fs::path(home) / ".config/warplens/settings.json";
  return {};
}

Result<Settings> load_settings(const fs::path& path) {
  std::error_code error;
  if (path.empty() || fs::status(path, error).type() == fs::file_type::not_found) {
    return Settings();
  }
  // A pipe might never answer.
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
    return fail(tr("{} is no file: remove it; until then nothing is remembered", path.string()));
  }
  const auto text = read_settings_file(path);
  if (!text.has_value()) {
    return fail(tr("{} cannot be read: allow it; until then nothing is remembered", path.string()));
  }
  auto settings = parse_settings(*text);
  if (!settings.has_value()) return fail(set_aside(path));
  return std::move(*settings);
}

Result<void> write_atomically(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return fail(tr("cannot make {}: {}", path.parent_path().string(), error.message()));
  return write_whole_file(path, text);
}

Result<void> save_settings(const fs::path& path, const Settings& settings) {
  if (path.empty()) return fail(tr("no place for settings: set HOME or XDG_CONFIG_HOME"));
  return write_atomically(path, to_json(settings));
}

}  // namespace warplens::session
