// Where a capture's chunks are kept: in a zip, or in a folder, as Warplens wrote them at first.
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

}  // namespace warplens::trace
