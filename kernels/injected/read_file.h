// A regular file's bytes; none where it is larger than a module may be, or cannot be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace warplens::injected {

[[nodiscard]] inline std::vector<std::byte> read_file(const std::filesystem::path& path) {
  constexpr std::uintmax_t kMostBytes = std::uintmax_t{512} << 20;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > kMostBytes) return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  return file ? bytes : std::vector<std::byte>();
}

}  // namespace warplens::injected
