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

// "16 MiB".
[[nodiscard]] std::string size_phrase(std::uint64_t bytes);
// "between the events: 41.0 µs".
[[nodiscard]] std::string between_phrase(double seconds, Language language);

// A line each: name and track; begin and length, those of the device with their uncertainty; bytes
// and rate; what queued it; that it is a probe.
[[nodiscard]] std::vector<std::string> span_phrase(const timing::TimelineRun& run, std::size_t span,
                                                   Language language);

}  // namespace warplens::scene
