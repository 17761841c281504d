// A file as libzip reads it.
#pragma once

#include <zip.h>

#include <cstdint>
#include <filesystem>
#include <memory>

#include "kernels/base/result.h"
#include "kernels/trace/capture_input.h"

namespace warplens::trace {

struct CloseZip {
  void operator()(zip_t* zip) const { zip_discard(zip); }
};
using ZipArchive = std::unique_ptr<zip_t, CloseZip>;

// The most entries, and bytes of directory, that a zip may have.
struct ZipLimits {
  std::uint64_t entries;
  std::uint64_t directory_bytes;
};

// `path` names the file in errors. Errors: its directory is damaged, larger than `limits`, or
// says something else than the entries themselves; two entries have one name.
Result<ZipArchive> open_zip(const std::filesystem::path& path, InputFile file,
                            const ZipLimits& limits);

}  // namespace warplens::trace
