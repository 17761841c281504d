// Source text for the source view: the files that a module's line information names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/run.h"

namespace warplens::run {

// A regular file's text. Errors: missing, not a regular file, larger than `maximum_bytes`.
Result<std::string> read_text(const std::filesystem::path& path,
                              std::uint64_t maximum_bytes = std::uint64_t{64} << 20);

inline constexpr std::uint64_t kMaximumSourceBytes = std::uint64_t{4} << 20;       // of one file
inline constexpr std::uint64_t kMaximumAllSourcesBytes = std::uint64_t{64} << 20;  // of a module's

// Every file that a location of `module` refers to. PTX of others may name any file of this
// machine, so none is read but regular ones of a source's size that lie beneath one of `roots`,
// links resolved, in no hidden folder. A relative name is looked up in the current folder, then in
// `roots`. What is not found is left out.
[[nodiscard]] trace::Sources find_sources(const ptx::Module& module,
                                          const std::vector<std::filesystem::path>& roots);

}  // namespace warplens::run
