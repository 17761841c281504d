// Texts of the host timeline.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/timing/host_timeline.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {

[[nodiscard]] std::string_view name_of(timing::Track track, Language language);
[[nodiscard]] std::string_view name_of(timing::Scenario scenario, Language language);
[[nodiscard]] std::string_view name_of(timing::Action action, Language language);

// "stream 2"; 0 is the default one.
[[nodiscard]] std::string stream_name(std::uint32_t stream, Language language);
// What does such work of the device: "copies in", "SMs", "copies back".
[[nodiscard]] std::string_view work_name(timing::Action kind, Language language);
// The track of a span, or its stream where the scenario made it.
[[nodiscard]] std::string row_name(const timing::Span& span, Language language);
// "chunks: 4", "launches: 16".
[[nodiscard]] std::string parts_phrase(timing::Scenario scenario, std::uint32_t parts,
                                       Language language);
// How long a run in chunks took, and for how much of it the device did more than one thing.
[[nodiscard]] std::string chunks_phrase(const timing::TimelineRun& run, Language language);
// What launching the run's kernels took of the host.
[[nodiscard]] std::string launches_phrase(const timing::TimelineRun& run, Language language);
// How many elements of the result were wrong.
[[nodiscard]] std::string wrong_phrase(const timing::TimelineRun& run, Language language);

// "16 MiB".
[[nodiscard]] std::string size_phrase(std::uint64_t bytes);
// "between the events: 41.0 µs".
[[nodiscard]] std::string between_phrase(double seconds, Language language);

// A line each: name and track; begin and length, those of the device with their uncertainty; bytes
// and rate; what queued it; that it is a probe.
[[nodiscard]] std::vector<std::string> span_phrase(const timing::TimelineRun& run, std::size_t span,
                                                   Language language);

}  // namespace warplens::scene
