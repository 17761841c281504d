#include "kernels/trace/capture_files.h"

#include <cstring>
#include <string>

namespace warplens::trace {
namespace fs = std::filesystem;

namespace {

void store(std::uint64_t value, std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(value);
    value >>= 8;
  }
}

Result<void> check_header(const fs::path& file, const ChunkHeader& header) {
  if (std::memcmp(header.data(), kChunkMagic.data(), kChunkMagic.size()) != 0) {
    return fail(damaged(file, tr("it is no chunk of a capture")));
  }
  const std::uint64_t format = little_endian(std::span(header).subspan(4, 4));
  if (format > kCaptureFormat) {
    return fail(tr("'{}' has format {}, and this Warplens reads {}: open it with a newer Warplens",
                   file.string(), format, kCaptureFormat));
  }
  if (format == 0) return fail(damaged(file, tr("its format is 0")));
  return {};
}

}  // namespace

std::uint64_t little_endian(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return value;
}

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kBasis = 0xcbf29ce484222325;
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = kBasis;
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = (hash ^ word) * kPrime;
  }
  hash = (hash ^ little_endian(bytes)) * kPrime;
  return (hash ^ length) * kPrime;
}

Error damaged(const fs::path& file, const Text& what) {
  return {
      tr("'{}' is damaged: {}; copy the capture again, or record it again",
         file.string(), what)};
}

bool is_chunk_name(std::string_view name) {
  if (name == kManifestName || name == kProgramName) return true;
  for (const std::string_view kind : {"text-", "launch-", "events-", "image-", "memory-"}) {
    if (!name.starts_with(kind) || name.size() == kind.size()) continue;
    return name.find_first_not_of("0123456789", kind.size()) == std::string_view::npos;
  }
  return false;
}

ChunkHeader header_of(std::span<const std::byte> flatbuffer) {
  ChunkHeader header{};
  std::memcpy(header.data(), kChunkMagic.data(), kChunkMagic.size());
  store(kCaptureFormat, std::span(header).subspan(4, 4));
  store(checksum(flatbuffer), std::span(header).subspan(8, 8));
  return header;
}

Result<Bytes> read_chunk(const fs::path& file, std::uint64_t size, const ReadNext& read) {
  const auto too_short = [&] { return fail(damaged(file, tr("it is too short"))); };
  if (size < kChunkHeaderBytes) return too_short();
  if (size > kChunkHeaderBytes + kMaximumChunkBytes) {
    return fail(damaged(file, tr("it is larger than any chunk")));
  }
  ChunkHeader header{};
  if (!read(header)) return too_short();
  TRY(check_header(file, header));
  Bytes bytes(size - kChunkHeaderBytes);
  if (!read(bytes)) return too_short();
  if (checksum(bytes) != little_endian(std::span(header).subspan(8, 8))) {
    return fail(damaged(file, tr("its checksum is not that of its bytes")));
  }
  return bytes;
}

}  // namespace warplens::trace
