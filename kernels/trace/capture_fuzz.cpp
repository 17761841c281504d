// Any bytes as a capture give an error or a trace that is safe to use.
//
// The first byte chooses: a single chunk of each kind; a whole small container, whose chunks stand
// one after another, each behind a 32-bit length; a zip. What lies behind checksums is
// capture_damage_test.cpp's.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/whole_file.h"
#include "kernels/trace/capture.h"
#include "kernels/trace/capture_check.h"
#include "kernels/trace/capture_chunks.h"

namespace {

using namespace warplens::trace;
using Input = std::span<const std::byte>;

// Reads what later code reads: every event, its site, its addresses.
void use(const Trace& trace) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const EventView event = trace.events.view(row);
    const Site& site = trace.sites[event.site];
    for (const std::uint64_t address : event.address) sum += address + site.width;
    for (const std::uint64_t address : event.address2) sum += address;
    for (const BulkCopy& copy : event.copies) {
      for (const CopyUnit& unit : units_of(copy)) sum += unit.shared + unit.other;
    }
  }
  for (const Finding& finding : trace.findings) {
    if (finding.site != kNone) sum += trace.sites[finding.site].line;
  }
  for (const SharedArray& array : trace.shared_arrays) {
    const auto& layout = array.layout;
    if (!layout.is_known()) continue;
    const std::uint32_t last = layout.element({layout.rows - 1, layout.columns - 1});
    if ((std::uint64_t{last} + 1) * layout.element_bytes > array.bytes) __builtin_trap();
  }
  volatile std::uint64_t sink = sum;
  (void)sink;
}

// A valid trace that is written must be read back the same.
void round_trip(const Trace& trace) {
  auto again = decode_launch(encode_launch(trace));
  if (!again.has_value()) __builtin_trap();
  const std::size_t rows = trace.events.size();
  const bool any = rows != 0;
  if (any && !decode_events(encode_events(trace.events.columns(0, rows)), again->trace.events)) {
    __builtin_trap();
  }
  if (!(again->trace == trace)) __builtin_trap();
}

// Copied, so that chunks are aligned as files in memory are and the sanitizer sees their ends.
std::optional<Bytes> next_chunk(Input& input) {
  std::uint32_t length = 0;
  if (input.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, input.data(), sizeof length);
  input = input.subspan(sizeof length);
  if (length > input.size()) return std::nullopt;
  Bytes chunk(input.begin(), input.begin() + length);
  input = input.subspan(length);
  return chunk;
}

void read_container(Input input) {
  const auto manifest_chunk = next_chunk(input);
  const auto launch_chunk = next_chunk(input);
  if (!manifest_chunk.has_value() || !launch_chunk.has_value()) return;
  if (const auto manifest = decode_manifest(*manifest_chunk)) {
    (void)check_description(manifest->run);
  }
  auto launch = decode_launch(*launch_chunk);
  if (!launch.has_value()) return;
  while (const auto events = next_chunk(input)) (void)decode_events(*events, launch->trace.events);
  if (!check_trace(launch->trace).has_value()) return;
  use(launch->trace);
  round_trip(launch->trace);
}

void read_chunk_of(std::uint8_t kind, const Bytes& bytes) {
  std::string text;
  Events events;
  switch (kind) {
    case 0:
      if (const auto manifest = decode_manifest(bytes)) {
        (void)check_description(manifest->run);
      }
      break;
    case 1:
      (void)decode_text(bytes, text);
      break;
    case 2:
      if (const auto launch = decode_launch(bytes)) (void)check_trace(launch->trace);
      break;
    default:
      if (!decode_events(bytes, events)) break;
      for (std::size_t row = 0; row < events.size(); ++row) (void)events.view(row);
  }
}

void read_zip(Input input) {
  const int file = ::memfd_create("capture", MFD_CLOEXEC);
  if (file < 0 || !warplens::write_all(file, input)) __builtin_trap();
  if (const auto run = read_capture("/proc/self/fd/" + std::to_string(file))) {
    for (const auto& trace : run->traces) use(*trace);
  }
  ::close(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Input input = std::as_bytes(std::span(data + 1, size - 1));
  switch (data[0] % 6) {
    case 5:
      read_zip(input);
      break;
    case 4:
      read_container(input);
      break;
    default:
      read_chunk_of(data[0] % 6, Bytes(input.begin(), input.end()));
  }
  return 0;
}
