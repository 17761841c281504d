#include "viz/analysis/cache_preset.h"

#include "viz/analysis/cache_replay.h"

#include <algorithm>
#include <bit>

namespace warplens::analysis {
namespace {

constexpr std::uint32_t kLineBytes = 128, kSectorOfLine = 32;
constexpr std::uint32_t kL1Bytes = 256u << 10;  // with shared memory, of one multiprocessor
constexpr std::uint32_t kL2Bytes = 60u << 20;
constexpr std::uint32_t kToyElements = 2;  // of a line

// The first of the buffers that global loads read. (Which of two the compiler loads first says
// nothing.)
std::optional<std::uint32_t> first_read(const trace::Trace& trace) {
  std::optional<std::uint32_t> first;
  for (std::size_t row = 0; row < trace.events.size() && first != 0u; ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    const std::uint32_t mask = trace.events.mask(row);
    if (site.space != trace::Space::global || site.kind != trace::EventKind::load || mask == 0) {
      continue;
    }
    const auto lane = static_cast<std::size_t>(std::countr_zero(mask));
    const std::uint64_t address = trace.events.view(row).address[lane];
    const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
    if (buffer == nullptr) continue;
    const auto index = static_cast<std::uint32_t>(buffer - trace.buffers.data());
    first = std::min(first.value_or(index), index);
  }
  return first;
}

CacheOptions toy(std::uint32_t lines, const trace::Trace& trace) {
  CacheOptions options;
  options.buffer = first_read(trace);
  const std::uint32_t element = options.buffer ? trace.buffers[*options.buffer].element_bytes : 4;
  options.line_bytes = options.sector_bytes = kToyElements * std::max(element, 1u);
  options.lines = lines;
  return options;
}

CacheOptions real(std::uint32_t bytes, CacheStores stores) {
  CacheOptions options;
  options.line_bytes = kLineBytes;
  options.sector_bytes = kSectorOfLine;
  options.lines = bytes / kLineBytes;
  options.stores = stores;
  return options;
}

std::uint32_t shared_bytes(const trace::Trace& trace) {
  return trace.launch.static_shared_bytes + trace.launch.dynamic_shared_bytes;
}

}  // namespace

std::optional<CachePreset> cache_preset_named(std::string_view name) {
  const auto it = std::ranges::find(kCachePresetNames, name);
  if (it == kCachePresetNames.end()) return std::nullopt;
  return static_cast<CachePreset>(it - kCachePresetNames.begin());
}

CacheOptions cache_options(CachePreset preset, const trace::Trace& trace) {
  switch (preset) {
    case CachePreset::one_line:
      return toy(1, trace);
    case CachePreset::two_lines:
      return toy(2, trace);
    case CachePreset::four_lines:
      return toy(4, trace);
    case CachePreset::l1:
      return real(kL1Bytes - std::min(shared_bytes(trace), kL1Bytes - kLineBytes),
                  CacheStores::pass);
    case CachePreset::l2:
      return real(kL2Bytes, CacheStores::allocate);
  }
  return {};
}

}  // namespace warplens::analysis
