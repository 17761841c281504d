// Where the page puts them (app/platform/web/pack.py).
#include "kernels/run/find_assets.h"

#include "kernels/run/run.h"

namespace warplens::run {

std::optional<std::filesystem::path> find_assets_from(
    const std::filesystem::path& /*program_folder*/) {
  return "/share/warplens/assets";
}

Result<std::filesystem::path> find_assets() { return *find_assets_from({}); }

}  // namespace warplens::run
