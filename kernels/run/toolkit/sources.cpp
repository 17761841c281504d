#include "kernels/run/toolkit/sources.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "kernels/run/toolkit/readable_file.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

std::set<std::uint32_t> files_in_use(const ptx::Module& module) {
  std::set<std::uint32_t> files;
  for (const ptx::SourceLocation& location : module.locations) files.insert(location.file);
  return files;
}

// The file that `name` means, if it may be read.
std::optional<fs::path> allowed_file(const fs::path& name, const Roots& roots) {
  std::error_code error;
  std::vector<fs::path> places{fs::absolute(name, error)};
  for (const fs::path& root : roots) places.push_back(root / name);
  return first_readable(places, roots);
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
