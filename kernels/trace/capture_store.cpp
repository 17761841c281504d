#include "kernels/trace/capture_store.h"

#include "kernels/trace/capture_places.h"

namespace warplens::trace {
namespace fs = std::filesystem;

Result<std::unique_ptr<ChunkStore>> open_chunks(const fs::path& path) {
  const fs::path named = path.filename().empty() ? path.parent_path() : path;  // "t.wlens/"
  if (is_capture_folder(named)) return open_capture_folder(named);
  if (is_zip(named)) return open_capture_zip(named);
  return fail(tr("'{}' is no capture: give a file that warplens trace -o wrote", path.string()));
}

bool is_nothing_but_a_capture(const fs::path& path) {
  std::error_code error;
  switch (fs::symlink_status(path, error).type()) {
    case fs::file_type::directory:
      return holds_chunks_alone(path);
    case fs::file_type::regular:
      return is_capture_zip(path);
    default:
      return false;
  }
}

}  // namespace warplens::trace
