// Files that are written whole or not at all. What a writer that was killed had begun goes with the
// next file of that name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "kernels/base/result.h"

namespace warplens {

// Writes beside `path`, makes sure that the disk has it, and gives it the name: what was there
// before stays until then. A device or a pipe is written to as it is; a link keeps pointing where
// it does. Errors: "cannot write 'PATH': REASON".
Result<void> write_whole_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text);

// Takes a piece of a file; false: it cannot be written, and no more is wanted.
using TakePiece = std::function<bool(std::string_view)>;
// The same for a file that never stands in memory as a whole: `make` hands it over piece by piece.
Result<void> write_whole_file(const std::filesystem::path& path,
                              const std::function<void(const TakePiece&)>& make);

// Writes all of `bytes` to an open file. False: errno says why.
[[nodiscard]] bool write_all(int file, std::span<const std::byte> bytes);

// Checks what can be checked before writing: that `path` is not a folder, and that its folder
// exists and is writable.
Result<void> check_writable(const std::filesystem::path& path);

// Makes an empty file with a unique name beside `path`, for libraries that write to a path
// themselves. It is renamed to `path` once it is written and synchronised.
Result<std::filesystem::path> new_file_beside(const std::filesystem::path& path);
// Makes sure that the disk has the file. False: errno says why.
[[nodiscard]] bool synchronise(const std::filesystem::path& path);

// "cannot write 'PATH': REASON"; without one, what errno says.
[[nodiscard]] Error cannot_write(const std::filesystem::path& path, std::string_view reason);
[[nodiscard]] Error cannot_write(const std::filesystem::path& path);

}  // namespace warplens
