#include "kernels/run/toolkit/sources.h"

#include <fstream>
#include <set>

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMaximumTextBytes = std::uintmax_t{64} << 20;

std::set<std::uint32_t> files_in_use(const ptx::Module& module) {
  std::set<std::uint32_t> files;
  for (const ptx::SourceLocation& location : module.locations) files.insert(location.file);
  return files;
}

}  // namespace

Result<std::string> read_text(const fs::path& path) {
  // A device or a pipe may never end, so only regular files are opened.
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return fail("{}: no such file", path.string());
  const std::uintmax_t size = fs::file_size(path, error);
  if (error) return fail("{}: {}", path.string(), error.message());
  if (size > kMaximumTextBytes) {
    return fail("{}: larger than {} MiB", path.string(), kMaximumTextBytes >> 20);
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in) return fail("{}: cannot be read", path.string());
  return text;
}

Sources find_sources(const ptx::Module& module, const std::vector<fs::path>& roots) {
  Sources sources;
  for (const std::uint32_t file : files_in_use(module)) {
    if (file >= module.files.size()) continue;
    const std::string& name = module.files[file];
    for (const fs::path& root : roots) {
      Result<std::string> text = read_text(root / name);  // an absolute name replaces the root
      if (!text.has_value()) continue;
      sources.emplace_back(name, std::move(*text));
      break;
    }
  }
  return sources;
}

}  // namespace warplens::run
