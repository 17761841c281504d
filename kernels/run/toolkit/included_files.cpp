#include "kernels/run/toolkit/included_files.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kernels/base/trimmed.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

struct Include {
  std::string name;
  bool is_quoted = false;  // looked for beside the file first
  std::size_t line = 0;
};

// `#include "name"` or `#include <name>`.
std::optional<Include> include_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  if (!line.starts_with("include") && !line.starts_with("import")) return std::nullopt;
  const std::size_t open = line.find_first_of("\"<");
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  return Include{std::string(line.substr(open + 1, close - open - 1)), line[open] == '"'};
}

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> includes;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto include = include_of(text.substr(0, end))) {
      include->line = line;
      includes.push_back(std::move(*include));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return includes;
}

class Includes {
 public:
  explicit Includes(const std::vector<fs::path>& folders) : folders_(folders) {}

  Result<void> check(const fs::path& source) {
    open_.push_back(source);
    while (!open_.empty()) {
      const fs::path file = std::move(open_.back());
      open_.pop_back();
      TRY(check_file(file));
    }
    return {};
  }

 private:
  Result<void> check_file(const fs::path& file) {
    constexpr std::size_t kMostFiles = 10'000;
    std::error_code error;
    if (known_.size() == kMostFiles || !known_.insert(fs::canonical(file, error)).second) return {};
    const auto text = read_text(file, kMaximumSourceBytes);
    if (!text.has_value()) return {};  // which is for the compiler to say
    for (const Include& include : includes_of(*text)) {
      TRY(check_include(file, include));
    }
    return {};
  }

  Result<void> check_include(const fs::path& file, const Include& include) {
    const fs::path target = target_of(file, include);
    if (target.empty()) return {};
    std::error_code error;
    if (!fs::is_regular_file(target, error)) {
      return fail(tr("{}:{}: '{}' is no regular file: include a header that is one", file.string(),
                     include.line, include.name));
    }
    open_.push_back(target);
    return {};
  }

  // The first that is there, as the compiler looks for it; empty: none.
  [[nodiscard]] fs::path target_of(const fs::path& file, const Include& include) const {
    std::vector<fs::path> places;
    if (fs::path(include.name).is_absolute()) places.emplace_back(include.name);
    if (include.is_quoted) places.push_back(file.parent_path() / include.name);
    for (const fs::path& folder : folders_) places.push_back(folder / include.name);
    const auto found = std::ranges::find_if(places, [](const fs::path& place) {
      std::error_code error;
      return fs::exists(place, error) && !fs::is_directory(place, error);
    });
    return found == places.end() ? fs::path() : *found;
  }

  const std::vector<fs::path>& folders_;
  std::vector<fs::path> open_;
  std::set<fs::path> known_;
};

}  // namespace

Result<void> check_includes(const fs::path& source, const std::vector<fs::path>& include_folders) {
  return Includes(include_folders).check(source);
}

}  // namespace warplens::run
