// The capture file: a run that can be shown again without the kernel, on any machine.
//
//   t.wlens ── text-0…             PTX and sources
//           ── launch-0…           a trace but its events: sites, totals, findings…
//           ── events-0…           the events, as columns
//           ── manifest            kernel, parameters, verdict, and the list of the other chunks
//
// It is a zip.
// Each chunk is a FlatBuffer of at most 64 MiB behind a header with a checksum (docs/CAPTURE.md).
// A capture may come from anyone: read_capture() takes any bytes, and what it returns is checked,
// so that every index in it is valid. write_capture() makes the same checks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>

#include "kernels/base/result.h"
#include "kernels/trace/run.h"

namespace warplens::trace {

inline constexpr std::uint64_t kChunkBytes = std::uint64_t{32} << 20;

// The file appears whole or not at all; a capture that is there already is replaced. Texts are
// UTF-8 of one line; PTX and sources are any bytes. Errors: something else is there, it cannot be
// written, the run is not valid. `chunk_bytes`: about how large a chunk of events or of text
// becomes.
Result<void> write_capture(const std::filesystem::path& path, const Run& run,
                           std::uint64_t chunk_bytes = kChunkBytes);

// Checks what can be checked before there is a run to keep: that nothing else has the name, and
// that its folder exists and is writable.
Result<void> check_capture_path(const std::filesystem::path& path);

// Whether it is a capture's file by its first bytes alone.
[[nodiscard]] bool looks_like_a_capture(const std::filesystem::path& path);

// Changes whenever something is recorded under this name anew; 0: there is nothing.
[[nodiscard]] std::uint64_t capture_stamp(const std::filesystem::path& path);

// Errors: no capture, one of a newer format, a damaged one; each says which file and what to do. A
// stop that is requested: "cancelled".
Result<Run> read_capture(const std::filesystem::path& path, const std::stop_token& stop = {});

}  // namespace warplens::trace
