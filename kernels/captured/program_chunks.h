// A program's capture as FlatBuffers (program.fbs) and back.
//
// decode_*() takes any bytes: they are verified first, and counts that must agree do. Whether what
// comes out makes sense is program_check.h's business.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/captured/program.h"
#include "kernels/trace/capture_chunks.h"

namespace warplens::captured {

// "image-0", "memory-12".
[[nodiscard]] std::string image_name(std::size_t number);
[[nodiscard]] std::string memory_name(std::size_t number);

inline constexpr std::uint32_t kUnchanged = 0xffffffffu;

// Of a part, [offset, offset + bytes) that changed.
struct ChangedRun {
  std::uint64_t offset = 0, bytes = 0;
};
// Contents by their numbers.
struct StoredPart {
  std::uint32_t before = 0, changed = kUnchanged;
  std::vector<ChangedRun> runs;
};
struct ImageBytes {
  std::uint64_t ptx = 0, cubin = 0;
};

struct ProgramIndex {
  Program program;  // images without PTX and cubin, parts without bytes, sources without text
  std::vector<ImageBytes> images;
  std::vector<std::uint64_t> sources;   // their lengths
  std::vector<StoredPart> parts;        // of all allocations, in order
  std::vector<std::uint64_t> contents;  // their lengths
  std::vector<trace::Piece> image_pieces, memory_pieces;
};

[[nodiscard]] Bytes encode_index(const ProgramIndex& index);
[[nodiscard]] Bytes encode_piece(std::span<const std::byte> bytes);

// Nothing if the bytes are not such a chunk.
[[nodiscard]] std::optional<ProgramIndex> decode_index(std::span<const std::byte> bytes);
// Appends to `all`; false: nothing was appended.
[[nodiscard]] bool decode_piece(std::span<const std::byte> bytes, Bytes& all);

}  // namespace warplens::captured
