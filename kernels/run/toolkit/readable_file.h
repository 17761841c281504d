// Which files the text of others may make the program read: those beneath folders that a person
// gave, links resolved, in no hidden folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {

using Roots = std::vector<std::filesystem::path>;

// The regular file at the first of `places` that lies beneath one of `roots`. A root is a folder
// (empty: the current one), or a file, which allows that file alone.
[[nodiscard]] std::optional<std::filesystem::path> first_readable(
    const std::vector<std::filesystem::path>& places, const Roots& roots);

// The text of the file that `name` means, looked up in `roots`. Errors: there is none, or it may
// not be read and why; what read_text() says.
Result<std::string> read_beneath(const std::filesystem::path& name, const Roots& roots,
                                 std::uint64_t maximum_bytes = std::uint64_t{64} << 20);

}  // namespace warplens::run
