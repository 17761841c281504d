// Caches to replay a trace with, by name: three toys for thinking, and real sizes.
//
//   one_line, two_lines, four_lines   lines of two elements, the least recently used one goes; only
//                                     loads of the first buffer that is read
//   l1   256 KB (compute capability 9.0) less the shared memory of one block; stores pass
//   l2   60 MB, as an H200 has; stores put their sectors in
// The real sizes have lines of 128 bytes in sectors of 32. NVIDIA does not tell their ways or which
// line goes; a line may lie anywhere here, and the least recently used one goes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::trace {
struct Trace;
}

namespace warplens::analysis {

struct CacheOptions;

enum class CachePreset : std::uint8_t { one_line, two_lines, four_lines, l1, l2 };
inline constexpr std::array<std::string_view, 5> kCachePresetNames{"one_line", "two_lines",
                                                                   "four_lines", "l1", "l2"};

[[nodiscard]] constexpr std::string_view name_of(CachePreset preset) {
  return kCachePresetNames[static_cast<std::size_t>(preset)];
}
[[nodiscard]] std::optional<CachePreset> cache_preset_named(std::string_view name);

// The options of a preset for this trace: which buffer is read, how much shared memory a block
// takes.
[[nodiscard]] CacheOptions cache_options(CachePreset preset, const trace::Trace& trace);

}  // namespace warplens::analysis
