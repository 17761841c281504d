// A capture's parts as FlatBuffers (capture.fbs) and back.
//
// decode_*() takes any bytes: they are verified first, and counts that must agree do. Whether what
// comes out makes sense is capture_check.h's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/trace/capture_files.h"
#include "kernels/trace/run.h"

namespace warplens::trace {

// A chunk file as the manifest knows it, header left out.
struct Piece {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  friend bool operator==(const Piece&, const Piece&) = default;
};

// The other chunks as the manifest lists them.
struct ChunkList {
  std::vector<std::uint64_t> text_bytes;  // of the PTX, then of each source
  std::vector<Piece> texts, launches, events;
  std::vector<std::uint32_t> event_pieces;  // how many of `events` are each launch's
};

struct Manifest {
  Run run;  // without traces; PTX and sources are empty
  ChunkList chunks;
};

struct LaunchChunk {
  Trace trace;  // without events
  std::uint64_t event_count = 0;
};

[[nodiscard]] Bytes encode_manifest(const Run& run, const ChunkList& chunks);
[[nodiscard]] Bytes encode_text(std::string_view piece);
[[nodiscard]] Bytes encode_launch(const Trace& trace);
[[nodiscard]] Bytes encode_events(const EventColumns& columns);

// Nothing if the bytes are not such a chunk.
[[nodiscard]] std::optional<Manifest> decode_manifest(std::span<const std::byte> bytes);
// Appends to `text`, or to `events`; false: nothing was appended.
[[nodiscard]] bool decode_text(std::span<const std::byte> bytes, std::string& text);
[[nodiscard]] std::optional<LaunchChunk> decode_launch(std::span<const std::byte> bytes);
[[nodiscard]] bool decode_events(std::span<const std::byte> bytes, Events& events);

}  // namespace warplens::trace
