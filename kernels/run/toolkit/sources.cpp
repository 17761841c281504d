#include "kernels/run/toolkit/sources.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

std::set<std::uint32_t> files_in_use(const ptx::Module& module) {
  std::set<std::uint32_t> files;
  for (const ptx::SourceLocation& location : module.locations) files.insert(location.file);
  return files;
}

bool is_hidden(const fs::path& part) {
  const std::string name = part.string();
  return name.starts_with('.') && name != ".";
}

// Both are canonical.
bool lies_beneath(const fs::path& root, const fs::path& file) {
  const fs::path inside = file.lexically_relative(root);
  return !inside.empty() && std::none_of(inside.begin(), inside.end(), is_hidden);
}

// The file that `name` means, if it may be read.
std::optional<fs::path> allowed_file(const fs::path& name, const std::vector<fs::path>& roots) {
  std::error_code error;
  std::vector<fs::path> candidates{fs::absolute(name, error)};
  for (const fs::path& root : roots) candidates.push_back(root / name);
  for (const fs::path& candidate : candidates) {
    const fs::path file = fs::canonical(candidate, error);
    if (error || !fs::is_regular_file(file, error)) continue;
    const bool is_allowed = std::any_of(roots.begin(), roots.end(), [&](const fs::path& root) {
      std::error_code missing;
      return lies_beneath(fs::canonical(root, missing), file) && !missing;
    });
    if (is_allowed) return file;
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> read_text(const fs::path& path, std::uint64_t maximum_bytes) {
  // A device or a pipe may never end, so only regular files are opened.
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return fail(tr("{}: no such file", path.string()));
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return fail(tr("{}: {}", path.string(), error.message()));
  if (size > maximum_bytes) {
    return fail(tr("{}: larger than {} MiB", path.string(), maximum_bytes >> 20));
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in) return fail(tr("{}: cannot be read", path.string()));
  return text;
}

trace::Sources find_sources(const ptx::Module& module, const std::vector<fs::path>& roots) {
  trace::Sources sources;
  std::uint64_t left = kMaximumAllSourcesBytes;
  for (const std::uint32_t file : files_in_use(module)) {
    if (file >= module.files.size()) continue;
    const std::string& name = module.files[file];
    const std::optional<fs::path> allowed = allowed_file(name, roots);
    if (!allowed.has_value()) continue;
    Result<std::string> text = read_text(*allowed, std::min(left, kMaximumSourceBytes));
    if (!text.has_value()) continue;
    left -= text->size();
    sources.emplace_back(name, std::move(*text));
  }
  return sources;
}

}  // namespace warplens::run
