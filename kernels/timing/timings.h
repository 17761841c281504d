// Times that kernels took on a GPU, as data: measured now, or recorded before.
//
//   Timings ── device, date, command        one recording: assets/recordings/*.json
//           ── entries                      one a kernel, ceiling or library at one set of
//           parameters
//
// An entry is found by family, variant, all parameters and the PTX image: without an exact match it
// was not timed, and nothing near it stands in.
//
// The rest of this folder measures them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/both.h"
#include "kernels/base/result.h"

namespace warplens::timing {

using Parameters = std::map<std::string, std::int64_t, std::less<>>;

enum class EntryKind : std::uint8_t {
  variant,  // a kernel of the catalogue
  ceiling,  // a device-to-device copy
  library,  // cuBLAS, CUB
};

// How much of a result was checked before it was timed. A recording of an earlier day need not say.
enum class Checked : std::uint8_t { unknown, samples, whole };

// Seconds of the launches of one run, from CUDA events.
struct Seconds {
  double median = 0, minimum = 0, maximum = 0;
  double lower_quartile = 0, upper_quartile = 0;
  std::uint32_t repetitions = 0;
  friend bool operator==(const Seconds&, const Seconds&) = default;
};

struct Entry {
  EntryKind kind = EntryKind::variant;
  std::string family;     // "transpose"
  std::string name;       // "tile_padded"; "device_copy", "cublasSgeam"
  std::int64_t side = 0;  // the size on a chart's axis (catalog::Family::at_side); 0: none
  Parameters parameters;  // all of them
  std::string image;      // SHA-256 of the PTX; empty for ceilings and libraries
  std::string date{};     // when it was timed, where that is not the recording's date
  double bytes = 0;       // that any solution must move, read and written
  double flops = 0;       // that the definition asks for
  Seconds seconds;
  bool fits_in_l2 = false;  // all buffers together are no larger than the L2 cache
  Checked checked = Checked::unknown;
  // Seconds below which no run is on this device (docs/LIMITS.md), as reckoned when it was timed.
  // Nothing: it was not.
  std::optional<double> least{};
  friend bool operator==(const Entry&, const Entry&) = default;

  [[nodiscard]] double bytes_per_second() const { return bytes / seconds.median; }
  [[nodiscard]] double flops_per_second() const { return flops / seconds.median; }
};

struct Device {
  std::string name;                // "NVIDIA H200"
  std::string compute_capability;  // "9.0"
  std::string driver;              // "580.159.04", or the CUDA version that it supports
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t multiprocessors = 0;
  friend bool operator==(const Device&, const Device&) = default;
};

struct Timings {
  Device device;
  std::string date;     // of the last run, ISO 8601: "2026-11-22"
  std::string command;  // that recorded them
  std::vector<Entry> entries;
  std::vector<Both> absent;  // what was not timed: "cuBLAS: libcublas.so.13 is not installed"
  friend bool operator==(const Timings&, const Timings&) = default;

  // nullptr: not timed.
  [[nodiscard]] const Entry* find(std::string_view family, std::string_view name,
                                  const Parameters& parameters, std::string_view image) const;
  // Adds an entry, or puts it in the place of the one that find() gives for it.
  void set(Entry entry);
  // Takes up a later run on the same device: its entries, its date, its command behind the others;
  // entries that were there keep theirs; what it timed or left out is no longer absent for an
  // earlier reason.
  void merge(const Timings& later);
  [[nodiscard]] const std::string& date_of(const Entry& entry) const {
    return entry.date.empty() ? date : entry.date;
  }
  // The days of all entries: "2026-11-22", or the first day and the last, "2026-11-22 –
  // 2026-11-23".
  [[nodiscard]] std::string days() const;
};

[[nodiscard]] std::string_view name_of(EntryKind kind);   // "variant"
[[nodiscard]] std::string_view name_of(Checked checked);  // "samples"
[[nodiscard]] Both absent_because(std::string_view what, const Error& why);

// The file: docs/RECORDINGS.md. Errors: missing, damaged or of another version, in one line.
Result<Timings> read_timings(const std::filesystem::path& file);
Result<Timings> parse_timings(std::string_view json, std::string_view name);
[[nodiscard]] std::string to_json(const Timings& timings);
Result<void> write_timings(const std::filesystem::path& file, const Timings& timings);

}  // namespace warplens::timing
