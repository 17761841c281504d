// When the host called the CUDA driver and when the GPU worked, as data: measured now, or recorded
// before.
//
//   HostTimeline ── device, date, command, kernel, image
//                ── runs             one a scenario and size: one real run, the median of some
//                    └─ spans         host:    a driver call, on the host's clock
//                                     device:  a copy, a kernel or a reached event, placed by CUDA
//                                              events (docs/RECORDINGS.md says how)
//
//   host    │ cuMemcpyHtoD ████ │ cuLaunchKernel █ │ cuStreamSynchronize ███│
//   device  │       ████        │                   ██████ add_linear_1d
//
// Times are seconds from the begin of the run's first call. This header and host_timeline*.cpp
// depend on kernels/base alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/timing/timings.h"

namespace warplens::timing {

enum class Scenario : std::uint8_t {
  five_steps,    // allocate, copy, launch, copy back, free, by synchronous calls
  asynchronous,  // launches that return, the host at work meanwhile, one wait
  events,        // a launch between two events
  pageable,      // cuMemcpy…Async from and to memory of the host as it is
  pinned,        // the same from and to page-locked memory, which is allocated and freed
};
inline constexpr std::array<std::string_view, 5> kScenarioNames{"five_steps", "asynchronous",
                                                                "events", "pageable", "pinned"};

enum class Track : std::uint8_t { host, device };
inline constexpr std::array<std::string_view, 2> kTrackNames{"host", "device"};

// The kind of a span. The device's track has only copies, kernels and events.
enum class Action : std::uint8_t {
  allocate,
  copy_to_device,
  kernel,  // host: its launch
  copy_to_host,
  free,
  pin,    // allocating page-locked memory
  unpin,  // freeing it
  event,  // host: recording it; device: reaching it, at one moment
  wait,   // for the device
  work,   // of the host itself
};
inline constexpr std::array<std::string_view, 10> kActionNames{
    "allocate", "copy_to_device", "kernel", "copy_to_host", "free",
    "pin",      "unpin",          "event",  "wait",         "work"};

struct Span {
  Track track = Track::host;
  Action action = Action::work;
  std::string name;  // "cuLaunchKernel"; "add_linear_1d", "Memcpy HtoD"
  double begin = 0, end = 0;
  std::uint64_t bytes = 0;                 // copied, allocated or freed; 0: not about memory
  std::optional<std::uint32_t> queued_by;  // device: the host span that queued it
  bool is_probe = false;                   // made only to place the device's spans
  friend bool operator==(const Span&, const Span&) = default;

  [[nodiscard]] double seconds() const { return end - begin; }
};

struct TimelineRun {
  Scenario scenario = Scenario::five_steps;
  std::uint64_t bytes = 0;  // of each array
  // The host's, then the device's; each track in order and without overlaps.
  std::vector<Span> spans;
  double uncertainty = 0;                // seconds, either way, of the device's moments
  std::optional<double> between_events;  // seconds, by cuEventElapsedTime; scenario `events`
  std::uint32_t repetitions = 0;         // of which this run is the median by its length
  friend bool operator==(const TimelineRun&, const TimelineRun&) = default;

  // The time from the first begin to the last end.
  [[nodiscard]] double seconds() const {
    double last = 0;
    for (const Span& span : spans) last = std::max(last, span.end);
    return last;
  }
};

struct HostTimeline {
  Device device;
  std::string date;     // ISO 8601
  std::string command;  // that recorded it
  std::string kernel;   // "add/linear_1d"
  std::string image;    // SHA-256 of its PTX
  std::vector<TimelineRun> runs;
  std::vector<std::string> absent;  // "five_steps at 268435456: why"
  friend bool operator==(const HostTimeline&, const HostTimeline&) = default;

  // nullptr: not measured.
  [[nodiscard]] const TimelineRun* find(Scenario scenario, std::uint64_t bytes) const;
  // Adds a run, or puts it in the place of the one that find() gives for it.
  void set(TimelineRun run);
  // The sizes of all scenarios, ascending.
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;
};

[[nodiscard]] std::string_view name_of(Scenario scenario);
[[nodiscard]] std::optional<Scenario> scenario_named(std::string_view name);
[[nodiscard]] std::string_view name_of(Action action);
[[nodiscard]] std::optional<Action> action_named(std::string_view name);

// assets/recordings/DEVICE-host_timeline.json lies beside the timings and is another kind of file.
inline constexpr std::string_view kHostTimelineEnding = "-host_timeline.json";

// Errors: missing, damaged or of another version, in one line.
Result<HostTimeline> read_host_timeline(const std::filesystem::path& file);
Result<HostTimeline> parse_host_timeline(std::string_view json, std::string_view name);
[[nodiscard]] std::string to_json(const HostTimeline& timeline);
Result<void> write_host_timeline(const std::filesystem::path& file, const HostTimeline& timeline);

}  // namespace warplens::timing
