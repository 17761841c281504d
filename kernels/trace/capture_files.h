// A chunk of a capture: a header with a checksum, then a FlatBuffer.
//
//   bytes  0–3   "WLNS"
//          4–7   format, little-endian
//          8–15  checksum of what follows
//          16–   the FlatBuffer
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::trace {

// 2: shuffles are recorded.
inline constexpr std::uint32_t kCaptureFormat = 3;
inline constexpr std::uint64_t kMaximumChunkBytes = std::uint64_t{64} << 20;
// The most bytes that all chunks of a capture may take together.
inline constexpr std::uint64_t kMaximumCaptureBytes = std::uint64_t{8} << 30;
inline constexpr std::string_view kManifestName = "manifest";
// In its place in a capture of a running program (kernels/captured/program_file.h).
inline constexpr std::string_view kProgramName = "program";
inline constexpr std::string_view kChunkMagic = "WLNS";
inline constexpr std::size_t kChunkHeaderBytes = 16;

using Bytes = std::vector<std::byte>;
using ChunkHeader = std::array<std::byte, kChunkHeaderBytes>;
// Fills `bytes` with what comes next; false: there is less, or it cannot be read.
using ReadNext = std::function<bool(std::span<std::byte> bytes)>;

[[nodiscard]] std::uint64_t little_endian(std::span<const std::byte> bytes);

// FNV-1a over 64-bit little-endian words, the last one filled up with zeros, then the length. Every
// change within one word changes it.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);

// The error for a part of a capture that does not hold what it should.
[[nodiscard]] Error damaged(const std::filesystem::path& file, const Text& what);

// "manifest", "text-0", "launch-12"…, "program", "image-0", "memory-3"…
[[nodiscard]] bool is_chunk_name(std::string_view name);

[[nodiscard]] ChunkHeader header_of(std::span<const std::byte> flatbuffer);

// The FlatBuffer in the chunk `file`, which has `size` bytes. Errors: too large, not a chunk, a
// newer format, another checksum than its header's.
Result<Bytes> read_chunk(const std::filesystem::path& file, std::uint64_t size,
                         const ReadNext& read);

}  // namespace warplens::trace
