#include "app/cli/text/files.h"

#include <filesystem>
#include <fstream>

namespace warplens::cli {

Result<std::vector<std::byte>> read_bytes(const std::string& path, std::uint64_t maximum) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return fail(tr("cannot read '{}': no such file", path));
  }
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return fail(tr("cannot read '{}': {}", path, error.message()));
  if (size > maximum)
    return fail(tr("'{}' has {} bytes: at most {} are taken", path, size, maximum));
  std::vector<std::byte> bytes(size);
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) return fail(tr("cannot read '{}': is it readable for you?", path));
  return bytes;
}

}  // namespace warplens::cli
