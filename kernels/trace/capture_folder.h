// A capture in a folder: a file a chunk.
#pragma once

#include "kernels/trace/capture_store.h"

namespace warplens::trace {

// A folder with a manifest.
[[nodiscard]] bool is_capture_folder(const std::filesystem::path& path);
[[nodiscard]] std::unique_ptr<ChunkStore> open_capture_folder(const std::filesystem::path& path);

// Whether there is nothing in it but chunks, of which the manifest begins as one does.
[[nodiscard]] bool holds_chunks_alone(const std::filesystem::path& folder);

}  // namespace warplens::trace
