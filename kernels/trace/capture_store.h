// Where a capture's chunks are kept: in a zip, an entry a chunk, read where it stands and never
// unpacked to the disk; or in a folder, a file a chunk, as Warplens wrote them at first.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "kernels/trace/capture_files.h"

namespace warplens::trace {

class ChunkStore {
 public:
  ChunkStore() = default;
  ChunkStore(const ChunkStore&) = delete;
  ChunkStore& operator=(const ChunkStore&) = delete;
  virtual ~ChunkStore() = default;

  // The FlatBuffer in the chunk `name`. Errors: as read_chunk()'s, there is no such chunk, it is no
  // plain file.
  virtual Result<Bytes> read(const std::string& name) = 0;
};

// Errors: neither form of a capture; a zip that is damaged or holds anything else.
Result<std::unique_ptr<ChunkStore>> open_chunks(const std::filesystem::path& path);

// Whether it holds a capture in either form, whole or damaged, and nothing else: what may be
// replaced. Links are not followed.
[[nodiscard]] bool is_nothing_but_a_capture(const std::filesystem::path& path);

// A folder with a manifest.
[[nodiscard]] bool is_capture_folder(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<ChunkStore> open_capture_folder(const std::filesystem::path& path);

// Whether there is nothing in it but chunks, of which the manifest begins as one does.
[[nodiscard]] bool holds_chunks_alone(const std::filesystem::path& folder);

// A file that begins as a zip does.
[[nodiscard]] bool is_zip(const std::filesystem::path& path);

// A zip of nothing but chunks, a manifest and a launch among them.
[[nodiscard]] bool is_capture_zip(const std::filesystem::path& path);

// Nothing is unpacked yet, but every entry's name, size and kind is looked at. Errors: an entry
// that is no chunk, a name twice, a link, an encrypted or a too large one, too many of them,
// entries that overlap.
Result<std::unique_ptr<ChunkStore>> open_capture_zip(const std::filesystem::path& path);

}  // namespace warplens::trace
