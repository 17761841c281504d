// The files of a capture: a header with a checksum, then a FlatBuffer.
//
//   bytes  0–3   "WLNS"
//          4–7   format, little-endian
//          8–15  checksum of what follows
//          16–   the FlatBuffer
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::trace {

inline constexpr std::uint32_t kCaptureFormat = 1;
inline constexpr std::uint64_t kMaximumChunkBytes = std::uint64_t{64} << 20;
inline constexpr std::string_view kManifestName = "manifest";

using Bytes = std::vector<std::byte>;

// FNV-1a over 64-bit little-endian words, the last one filled up with zeros, then the length. Every
// change within one word changes it.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);

// The error for a file of a capture that does not hold what it should.
[[nodiscard]] Error damaged(const std::filesystem::path& file, const Text& what);

// The FlatBuffer in a chunk file. Errors: no regular file (links are not followed), too large, not
// a chunk, a newer format, another checksum than its header's.
[[nodiscard]] Result<Bytes> read_chunk(const std::filesystem::path& file);

// A new folder under a name of its own beside `target`, removed unless it is published.
class CaptureFolder {
 public:
  // Fails when `target` is there and is no capture.
  [[nodiscard]] static Result<CaptureFolder> beside(const std::filesystem::path& target);
  CaptureFolder(CaptureFolder&& other) noexcept;
  CaptureFolder& operator=(CaptureFolder&&) = delete;
  ~CaptureFolder();

  [[nodiscard]] Result<void> write(std::string_view name, std::span<const std::byte> flatbuffer);
  // Gives the folder its name; a capture that has it goes.
  [[nodiscard]] Result<void> publish();

 private:
  CaptureFolder(std::filesystem::path target, std::filesystem::path folder);

  std::filesystem::path target_, folder_;
};

}  // namespace warplens::trace
