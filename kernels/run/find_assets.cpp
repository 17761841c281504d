#include "kernels/run/find_assets.h"

#include "kernels/run/run.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

bool is_assets(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "ptx", error);
}

}  // namespace

std::optional<fs::path> find_assets_from(const fs::path& program_folder) {
  const fs::path installed = program_folder.parent_path() / "share" / "warplens" / "assets";
  if (is_assets(installed)) return installed;
  for (fs::path folder = program_folder;; folder = folder.parent_path()) {
    // A build tree may hold a link; what lies beside the assets is found from where they really
    // are.
    std::error_code error;
    if (is_assets(folder / "assets")) return fs::canonical(folder / "assets", error);
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

Result<fs::path> find_assets() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return fail(tr("cannot tell where this program lies: {}", error.message()));
  const std::optional<fs::path> found = find_assets_from(program.parent_path());
  if (found.has_value()) return *found;
  return fail(tr("no folder assets/ beside {} or above it: run warplens from its build folder",
                 program.string()));
}

}  // namespace warplens::run
