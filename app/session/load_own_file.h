// A .cu or .ptx read and compiled, with what is wrong with it place by place.
#pragma once

#include "app/session/own_files.h"

namespace warplens::session {

// Blocks while it is compiled. An error is part of what is returned. Files that it names are read
// beneath its own folder and `source_roots`.
[[nodiscard]] OwnFile load_own_file(const std::string& path, std::uint64_t stamp,
                                    const run::Roots& source_roots = {},
                                    const std::stop_token& stop = {});

}  // namespace warplens::session
