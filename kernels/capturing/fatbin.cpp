#include "kernels/capturing/fatbin.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

namespace warplens::capturing {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint32_t kMagic = 0xba55ed50;
struct Header {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;  // behind it
};
struct Entry {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  // behind its header, with what fills it up
  std::uint32_t packed_bytes, options;
  std::uint32_t code_version, capability;
  std::uint32_t name_offset, name_bytes;
  std::uint64_t flags, unused, unpacked_bytes;
};
constexpr std::uint16_t kPtx = 1, kElf = 2;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000, kOneChip = 0x100000;
constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

template <class T>
std::optional<T> read(Bytes bytes) {
  if (bytes.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

std::optional<std::vector<std::byte>> unpacked(const Entry& entry, Bytes packed) {
  if ((entry.flags & (kLz4 | kZstd)) == 0) return std::vector(packed.begin(), packed.end());
  if (entry.packed_bytes > packed.size() || entry.unpacked_bytes > kMostBytes) return std::nullopt;
  std::vector<std::byte> contents(entry.unpacked_bytes);
  const Bytes from = packed.first(entry.packed_bytes);
  if ((entry.flags & kZstd) != 0) {
    const std::size_t got =
        ZSTD_decompress(contents.data(), contents.size(), from.data(), from.size());
    if (ZSTD_isError(got) != 0 || got != contents.size()) return std::nullopt;
    return contents;
  }
  const int got = LZ4_decompress_safe(
      reinterpret_cast<const char*>(from.data()), reinterpret_cast<char*>(contents.data()),
      static_cast<int>(std::min<std::size_t>(from.size(), kMostBytes)),
      static_cast<int>(contents.size()));
  if (got < 0 || static_cast<std::size_t>(got) != contents.size()) return std::nullopt;
  return contents;
}

void add(const Entry& entry, Bytes payload, std::vector<FatbinImage>& images) {
  if (entry.kind != kPtx && entry.kind != kElf) return;
  auto contents = unpacked(entry, payload);
  if (!contents) return;
  // PTX ends with zeros.
  while (entry.kind == kPtx && !contents->empty() && contents->back() == std::byte{0})
    contents->pop_back();
  images.push_back(
      {entry.kind == kPtx, entry.capability, (entry.flags & kOneChip) != 0, std::move(*contents)});
}

void add_all(Bytes entries, std::vector<FatbinImage>& images) {
  while (true) {
    const auto entry = read<Entry>(entries);
    if (!entry || entry->header_bytes < sizeof(Entry) || entry->header_bytes > entries.size() ||
        entry->bytes > entries.size() - entry->header_bytes)
      return;
    add(*entry, entries.subspan(entry->header_bytes, static_cast<std::size_t>(entry->bytes)),
        images);
    entries = entries.subspan(entry->header_bytes + static_cast<std::size_t>(entry->bytes));
  }
}

}  // namespace

bool is_fatbin(Bytes bytes) {
  const auto magic = read<std::uint32_t>(bytes);
  return magic && *magic == kMagic;
}

std::vector<FatbinImage> images_of_fatbins(Bytes bytes) {
  std::vector<FatbinImage> images;
  while (is_fatbin(bytes)) {
    const auto header = read<Header>(bytes);
    if (!header || header->header_bytes < sizeof(Header) || header->header_bytes > bytes.size() ||
        header->bytes > bytes.size() - header->header_bytes)
      break;
    add_all(bytes.subspan(header->header_bytes, static_cast<std::size_t>(header->bytes)), images);
    bytes = bytes.subspan(header->header_bytes + static_cast<std::size_t>(header->bytes));
  }
  return images;
}

}  // namespace warplens::capturing
