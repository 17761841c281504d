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
  five_steps,        // allocate, copy, launch, copy back, free, by synchronous calls
  asynchronous,      // launches that return, the host at work meanwhile, one wait
  events,            // a launch between two events
  pageable,          // cuMemcpy…Async from and to memory of the host as it is
  pinned,            // the same from and to page-locked memory, which is allocated and freed
  one_stream,        // chunks from and to page-locked memory: in, added and back, all in one stream
  streams,           // the same, each chunk in one of four streams
  pageable_streams,  // as streams, from and to memory of the host as it is
  default_stream,    // as streams, but each copy back is in the default stream
  event_wait,        // a copy in one stream, an event, a kernel in another that waits for it
  missing_wait,      // the same, but it does not wait: the result is what it is
  launches,          // kernels launched one by one
  graph,             // the same kernels as a CUDA graph, launched twice
};
inline constexpr std::array<std::string_view, 13> kScenarioNames{
    "five_steps", "asynchronous",     "events",         "pageable",   "pinned",       "one_stream",
    "streams",    "pageable_streams", "default_stream", "event_wait", "missing_wait", "launches",
    "graph"};
inline constexpr std::uint32_t kMostTimelineParts = 1024;
// Whether it is cut into parts: chunks of the arrays, or kernels that are launched.
[[nodiscard]] bool has_parts(Scenario scenario);
[[nodiscard]] bool has_chunks(Scenario scenario);

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
  order,  // telling a stream to wait for an event of another
  graph,  // making a CUDA graph of calls, or ending it
};
inline constexpr std::array<std::string_view, 12> kActionNames{
    "allocate", "copy_to_device", "kernel", "copy_to_host", "free",  "pin",
    "unpin",    "event",          "wait",   "work",         "order", "graph"};

struct Span {
  Track track = Track::host;
  Action action = Action::work;
  std::string name;  // "cuLaunchKernel"; "add_linear_1d", "Memcpy HtoD"
  double begin = 0, end = 0;
  std::uint64_t bytes = 0;                 // copied, allocated or freed; 0: not about memory
  std::optional<std::uint32_t> queued_by;  // device: the host span that queued it
  bool is_probe = false;                   // made only to place the device's spans
  std::uint32_t stream = 0;                // device: 0 the default stream, others from 1
  friend bool operator==(const Span&, const Span&) = default;

  [[nodiscard]] double seconds() const { return end - begin; }
};

struct TimelineRun {
  Scenario scenario = Scenario::five_steps;
  std::uint64_t bytes = 0;  // of each array
  std::uint32_t parts = 1;  // chunks, or launches; 1 where the scenario has neither
  // The host's, then the device's; those of the host, and of each stream, in order and without
  // overlaps.
  std::vector<Span> spans;
  double uncertainty = 0;                // seconds, either way, of the device's moments
  std::optional<double> between_events;  // seconds, by cuEventElapsedTime; scenario `events`
  std::optional<std::uint64_t> wrong;    // elements of the result; scenario `missing_wait`
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

  // nullptr: not measured. `parts` counts only where the scenario has some.
  [[nodiscard]] const TimelineRun* find(Scenario scenario, std::uint64_t bytes,
                                        std::uint32_t parts) const;
  // Adds a run, or puts it in the place of the one that find() gives for it.
  void set(TimelineRun run);
  // The sizes of all scenarios, ascending.
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;
  // The parts of all scenarios that have some, ascending.
  [[nodiscard]] std::vector<std::uint32_t> parts() const;
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
