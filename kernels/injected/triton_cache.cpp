#include "kernels/injected/triton_cache.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "kernels/injected/read_file.h"

namespace warplens::injected {
namespace {

namespace fs = std::filesystem;

fs::path cache_folder() {
  if (const char* folder = std::getenv("TRITON_CACHE_DIR")) return folder;
  const char* const home = std::getenv("HOME");
  return home == nullptr ? fs::path() : fs::path(home) / ".triton" / "cache";
}

bool holds(const fs::path& file, std::span<const std::byte> bytes) {
  std::error_code error;
  return fs::is_regular_file(file, error) && fs::file_size(file, error) == bytes.size() &&
         std::ranges::equal(read_file(file), bytes);
}

std::string text_beside(const fs::path& cubin, const char* extension) {
  const auto bytes = read_file(fs::path(cubin).replace_extension(extension));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::optional<CachedPtx> beside(const fs::path& cubin) {
  const fs::path ptx = fs::path(cubin).replace_extension(".ptx");
  std::string text = text_beside(cubin, ".ptx");
  if (text.empty()) return std::nullopt;
  return CachedPtx{(ptx.parent_path().filename() / ptx.filename()).string(), std::move(text),
                   text_beside(cubin, ".json"), text_beside(cubin, ".ttir")};
}

}  // namespace

std::optional<CachedPtx> cached_ptx(std::span<const std::byte> cubin) {
  std::error_code error;
  for (fs::directory_iterator folder(cache_folder(), error), end; !error && folder != end;
       folder.increment(error)) {
    std::error_code of_this;
    for (fs::directory_iterator file(folder->path(), of_this); !of_this && file != end;
         file.increment(of_this)) {
      if (file->path().extension() != ".cubin" || !holds(file->path(), cubin)) continue;
      if (auto found = beside(file->path())) return found;
    }
  }
  return std::nullopt;
}

}  // namespace warplens::injected
