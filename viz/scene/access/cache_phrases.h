// Texts of the cache view.
#pragma once

#include <string>

#include "kernels/trace/trace.h"
#include "viz/analysis/cache_replay.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {

// "2 lines of 8 bytes, loads of a only; the line unused for longest goes": what is assumed, but for
// the order of the events.
[[nodiscard]] std::string cache_phrase(Language language, const analysis::CacheOptions& options,
                                       const trace::Trace& trace);

// The outcome of an event's lookups: "a[8]: miss · a[8–9] comes in, a[0–1] goes", "4 hits, 0
// misses", or that it does not pass through the cache.
[[nodiscard]] std::string cache_access_phrase(Language language,
                                              const analysis::CacheReplay& replay,
                                              const trace::Trace& trace, std::size_t event);

// "8 hits, 8 misses · 50% hit"; the short form leaves out the share.
[[nodiscard]] std::string cache_totals_phrase(Language language, analysis::CacheTotals totals);
[[nodiscard]] std::string cache_totals_short(Language language, analysis::CacheTotals totals);

// The elements that the event's lanes want of one of its lookups' sectors: "a[8]"; `brief`: "8".
[[nodiscard]] std::string wanted_label(const analysis::CacheReplay& replay,
                                       const trace::Trace& trace, std::size_t lookup, bool brief);

// "accesses 1–16 of 320": which of them there is room for.
[[nodiscard]] std::string requests_in_sight(Language language, std::size_t first, std::size_t last,
                                            std::size_t all);

}  // namespace warplens::scene
