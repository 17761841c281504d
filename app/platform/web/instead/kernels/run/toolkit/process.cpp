#include "kernels/run/toolkit/process.h"

#include <system_error>

namespace warplens::run {
namespace fs = std::filesystem;

Result<TemporaryFolder> TemporaryFolder::make() {
  static int made = 0;
  const fs::path folder = "/tmp/warplens-" + std::to_string(++made);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(tr("cannot make a folder in {}: {}", "/tmp", error.message()));
  return TemporaryFolder(folder);
}

Result<int> run_process(const std::vector<std::string>& arguments, const fs::path& /*log*/,
                        const std::stop_token& /*stop*/, const ProcessLimits& /*limits*/) {
  return fail(tr("a browser starts no programs, and so not {}", arguments[0]));
}

Result<int> run_copy(std::string_view name, const std::function<int()>& /*work*/,
                     const std::stop_token& /*stop*/, const ProcessLimits& /*limits*/) {
  return fail(tr("a browser starts no programs, and so not {}", name));
}

}  // namespace warplens::run
