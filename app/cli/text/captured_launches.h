// A capture of a running program as a file of one's own kernels: its launches, one of them as it is
// run again.
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/text/own_options.h"
#include "kernels/captured/program.h"

namespace warplens::cli {

// A .wlens that holds launches of a program, not a trace.
[[nodiscard]] bool is_program_file(const std::string& name);

// Errors: those of captured::read_program().
Result<captured::Program> read_program_file(const std::string& file, const OwnLimits& limits,
                                            const std::stop_token& stop = {});

// The launch as it is run again. Its sources are read as those of a file of one's own are.
Result<OwnTarget> captured_target(const std::string& file, const captured::Program& program,
                                  const captured::Episode& episode,
                                  std::vector<std::filesystem::path> source_roots,
                                  const std::stop_token& stop = {});

}  // namespace warplens::cli
