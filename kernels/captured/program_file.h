// The file of a program's capture (docs/CAPTURE.md).
//
//   run.wlens ── image-0…    PTX and cubins, joined and cut into pieces
//             ── memory-0…   contents of memory, each once, joined and cut into pieces
//             ── program     all else, and the list of the other chunks
//
// It is a zip of chunks as a capture of a trace is (kernels/trace/capture_files.h). It may come
// from anyone: read_program() takes any bytes, and what it returns is checked. write_program()
// makes the same checks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>

#include "kernels/base/result.h"
#include "kernels/captured/program.h"

namespace warplens::captured {

inline constexpr std::uint64_t kPieceBytes = std::uint64_t{32} << 20;

// The file appears whole or not at all; a capture that is there already is replaced. Errors:
// something else is there, it cannot be written, the program is not valid.
Result<void> write_program(const std::filesystem::path& path, const Program& program,
                           std::uint64_t piece_bytes = kPieceBytes);

// By its first bytes alone.
[[nodiscard]] bool looks_like_a_program(const std::filesystem::path& path);

// Errors: no such capture, one of a newer format, a damaged one; each says which file and what to
// do. A stop that is requested: "cancelled".
Result<Program> read_program(const std::filesystem::path& path, const std::stop_token& stop = {});

}  // namespace warplens::captured
