#include "kernels/trace/capture_store.h"

#include <cstring>
#include <utility>

#include "kernels/trace/capture_input.h"

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

class FolderStore final : public ChunkStore {
 public:
  explicit FolderStore(fs::path folder) : folder_(std::move(folder)) {}

  Result<Bytes> read(const std::string& name) override {
    const fs::path path = folder_ / name;
    TRY(const InputFile file, InputFile::open(path, Links::refuse));
    std::uint64_t at = 0;
    return read_chunk(path, file.size(), [&](std::span<std::byte> bytes) {
      return file.read(std::exchange(at, at + bytes.size()), bytes) == bytes.size();
    });
  }

 private:
  fs::path folder_;
};

bool begins_as_a_chunk(const fs::path& path) {
  const Result<InputFile> file = InputFile::open(path, Links::refuse);
  std::array<std::byte, kChunkMagic.size()> magic{};
  return file.has_value() && file->read(0, magic) == magic.size() &&
         std::memcmp(magic.data(), kChunkMagic.data(), magic.size()) == 0;
}

}  // namespace

bool is_capture_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && fs::exists(path / kManifestName, error);
}

std::unique_ptr<ChunkStore> open_capture_folder(const fs::path& path) {
  return std::make_unique<FolderStore>(path);
}

bool holds_chunks_alone(const fs::path& folder) {
  if (!begins_as_a_chunk(folder / kManifestName)) return false;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!is_chunk_name(entry->path().filename().string()) || entry->is_directory(error)) {
      return false;
    }
  }
  return !error;
}

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
