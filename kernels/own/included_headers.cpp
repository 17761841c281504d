#include "kernels/own/included_headers.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

#include "kernels/run/toolkit/readable_file.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::own {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{4} << 20;  // of all sources with their headers
constexpr std::size_t kMostHeaders = 500;

// "config.h" of a line `#include "config.h"`; empty for others.
std::string_view header_in(std::string_view line) {
  const auto skip_blanks = [&] {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  };
  constexpr std::string_view kInclude = "include";
  skip_blanks();
  if (!line.starts_with('#')) return {};
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with(kInclude)) return {};
  line.remove_prefix(kInclude.size());
  skip_blanks();
  if (!line.starts_with('"')) return {};
  line.remove_prefix(1);
  return line.substr(0, line.find('"'));
}

class WithHeaders {
 public:
  // At most so many bytes, or those of the last line's more.
  WithHeaders(const run::Roots& roots, std::size_t most) : roots_(roots), most_(most) {}

  std::string take(const fs::path& path, std::string_view text) {
    add(path.parent_path(), text);
    return std::move(result_);
  }

 private:
  void add(const fs::path& folder, std::string_view text) {
    while (!text.empty() && result_.size() < most_) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      const std::string_view line = text.substr(0, end);
      const std::string_view header = header_in(line);
      if (header.empty() || !add_header(folder / header, header)) result_ += line;
      text.remove_prefix(end);
    }
  }

  bool add_header(const fs::path& beside, const fs::path& header) {
    std::error_code error;
    std::vector<fs::path> places{fs::absolute(beside, error)};
    for (const fs::path& root : roots_) {
      places.push_back(root / beside);
      places.push_back(root / header);
    }
    const auto path = run::first_readable(places, roots_);
    if (!path.has_value() || known_.size() >= kMostHeaders || !known_.insert(*path).second)
      return false;
    const auto text = run::read_text(*path, run::kMaximumSourceBytes);
    if (!text.has_value()) return false;
    add(path->parent_path(), *text);
    result_ += '\n';
    return true;
  }

  const run::Roots& roots_;
  std::size_t most_;
  std::set<fs::path> known_;
  std::string result_;
};

bool has(const trace::Sources& sources, const fs::path& path) {
  return std::ranges::any_of(sources, [&](const auto& source) {
    return fs::path(source.first).filename() == path.filename();
  });
}

}  // namespace

std::vector<std::string> source_texts(const run::LoadedKernel& loaded) {
  std::error_code error;
  const fs::path file = loaded.module->file_name;
  run::Roots roots = loaded.source_roots;
  roots.push_back(fs::absolute(file, error).parent_path());
  std::vector<std::string> texts;
  std::size_t left = kMostBytes;
  const auto add = [&](const fs::path& path, std::string_view text) {
    texts.push_back(WithHeaders(roots, left).take(path, text));
    left -= std::min(left, texts.back().size());
  };
  for (const auto& [name, text] : *loaded.sources) add(name, text);
  if (file.extension() != ".cu" || has(*loaded.sources, file)) return texts;
  const auto text = run::read_text(file, run::kMaximumSourceBytes);
  if (text.has_value()) add(file, *text);
  return texts;
}

}  // namespace warplens::own
