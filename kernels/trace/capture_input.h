// A file of a capture, opened for reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "kernels/base/result.h"

namespace warplens::trace {

class InputFile {
 public:
  // Neither a pipe, which might never answer, nor a device is opened.
  static Result<InputFile> open(const std::filesystem::path& path);
  InputFile(InputFile&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}
  InputFile& operator=(InputFile&&) = delete;
  ~InputFile();

  [[nodiscard]] std::uint64_t size() const { return size_; }
  // How many bytes from `at` on were read: fewer than asked for only at the file's end or when it
  // cannot be read.
  [[nodiscard]] std::size_t read(std::uint64_t at, std::span<std::byte> bytes) const;

 private:
  explicit InputFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
  std::uint64_t size_ = 0;
};

}  // namespace warplens::trace
