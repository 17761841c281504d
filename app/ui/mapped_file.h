// A file's bytes, mapped for reading: only the pages that are looked at are read from the disk.
#pragma once

#include <filesystem>
#include <span>

#include "kernels/base/result.h"

namespace warplens::ui {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }  // must not be written to

 private:
  explicit MappedFile(std::span<std::byte> bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes_;
};

}  // namespace warplens::ui
