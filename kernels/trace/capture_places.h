// Where a capture lies: in a folder, a file a chunk, or in a zip, an entry a chunk, read where it
// stands and never unpacked to the disk.
#pragma once

#include "kernels/trace/capture_store.h"

namespace warplens::trace {

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
