#include "viz/scene/access/cache_phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "viz/scene/access/metrics_view.h"
#include "viz/scene/access/sector_strip.h"

namespace warplens::scene {
namespace {

using analysis::CacheLookup;
using analysis::CacheOptions;
using analysis::CacheReplay;

warplens::Text line_phrase(const CacheOptions& options) {
  warplens::Text words =
      tr(options.lines == 1 ? tr("{} line of {} bytes") : tr("{} lines of {} bytes"),
         with_separators(options.lines), options.line_bytes);
  if (options.sector_bytes != options.line_bytes) {
    words = tr("{} in sectors of {}", words, options.sector_bytes);
  }
  if (options.ways != 0) words = tr("{}, {} to a set", words, options.ways);
  return words;
}

warplens::Text what_passes(const CacheOptions& options, const trace::Trace& trace) {
  if (options.buffer && *options.buffer < trace.buffers.size()) {
    return tr("loads of {} only", trace.buffers[*options.buffer].name);
  }
  if (options.stores == analysis::CacheStores::pass) return tr("all loads; stores pass");
  return tr("all loads; stores are put in");
}

TextView who_goes(const CacheOptions& options) {
  if (options.replacement == analysis::Replacement::first_in_first_out) {
    return tr("the line that came first goes");
  }
  return tr("the line unused for longest goes");
}

std::string line_label(const CacheReplay& replay, const trace::Trace& trace, std::uint64_t line) {
  const std::uint32_t bytes = replay.options().line_bytes;
  return element_label(trace.buffers, line * bytes, bytes);
}

warplens::Text miss_phrase(const CacheReplay& replay, const trace::Trace& trace,
                           std::size_t lookup) {
  const CacheLookup& missed = replay.lookups()[lookup];
  const auto before = replay.held(missed.slot, lookup);
  const auto after = replay.held(missed.slot, lookup + 1);
  const std::string came = line_label(replay, trace, after->line);
  if (!before || before->line == after->line) return tr("{} comes in", came);
  return tr("{} comes in, {} goes", came, line_label(replay, trace, before->line));
}

warplens::Text one_lookup(const CacheReplay& replay, const trace::Trace& trace,
                          std::size_t lookup) {
  const std::string wanted = wanted_label(replay, trace, lookup, false);
  switch (replay.lookups()[lookup].outcome) {
    case CacheLookup::Outcome::hit:
      return tr("{}: hit", wanted);
    case CacheLookup::Outcome::stored:
      return tr("{}: stored", wanted);
    case CacheLookup::Outcome::miss:
      return tr("{}: miss · {}", wanted, miss_phrase(replay, trace, lookup));
  }
  return {};
}

struct WantedBytes {
  std::uint64_t first = 0, count = 0;
};

// The bytes of a sector that the event's lanes want, from the first to the last.
WantedBytes wanted_bytes(const trace::EventView& event, std::uint32_t width, std::uint64_t begin,
                         std::uint64_t end) {
  std::uint64_t first = end, last = begin;
  for (std::uint32_t left = event.mask; left != 0; left &= left - 1) {
    const std::uint64_t address = event.address[static_cast<unsigned>(std::countr_zero(left))];
    const std::uint64_t from = std::max(address, begin), to = std::min(address + width, end);
    if (from >= to) continue;
    first = std::min(first, from);
    last = std::max(last, to);
  }
  return {first, last > first ? last - first : 0};
}

}  // namespace

std::string cache_phrase(Language language, const CacheOptions& options,
                         const trace::Trace& trace) {
  return tr("{}; {}; {}", line_phrase(options), what_passes(options, trace), who_goes(options))
      .in(language);
}

std::string cache_access_phrase(Language language, const CacheReplay& replay,
                                const trace::Trace& trace, std::size_t event) {
  const std::size_t lookups = replay.lookups_of(event).size();
  if (lookups == 0) {
    return std::string(tr("This event does not pass through the cache").in(language));
  }
  if (lookups == 1) return one_lookup(replay, trace, replay.before(event)).in(language);
  const analysis::CacheTotals totals = replay.totals_of(event);
  if (totals == analysis::CacheTotals{}) return tr("{} sectors stored", lookups).in(language);
  return cache_totals_short(language, totals);
}

std::string cache_totals_short(Language language, analysis::CacheTotals totals) {
  return tr("{}, {}", counted(totals.hits, tr("{} hit"), tr("{} hits")),
            counted(totals.misses, tr("{} miss"), tr("{} misses")))
      .in(language);
}

std::string cache_totals_phrase(Language language, analysis::CacheTotals totals) {
  const std::uint64_t all = std::uint64_t{totals.hits} + totals.misses;
  const std::string counts = cache_totals_short(language, totals);
  if (all == 0) return counts;
  const double percent = 100.0 * totals.hits / static_cast<double>(all);
  const int digits = totals.hits * std::uint64_t{100} % all == 0 ? 0 : 1;
  return tr("{} · {}% hit", counts, fmt::format("{:.{}f}", percent, digits)).in(language);
}

std::string wanted_label(const CacheReplay& replay, const trace::Trace& trace, std::size_t lookup,
                         bool brief) {
  const trace::EventView event = trace.events.view(replay.event_of(lookup));
  const std::uint64_t begin = replay.lookups()[lookup].sector * replay.options().sector_bytes;
  const WantedBytes bytes = wanted_bytes(event, trace.sites[event.site].width, begin,
                                         begin + replay.options().sector_bytes);
  std::string label = element_label(trace.buffers, bytes.first, bytes.count);
  const std::size_t open = label.find('[');
  if (!brief || open == std::string::npos) return label;
  return label.substr(open + 1, label.size() - open - 2);
}

std::string requests_in_sight(Language language, std::size_t first, std::size_t last,
                              std::size_t all) {
  return tr("accesses {}–{} of {}", first, last, with_separators(all)).in(language);
}

}  // namespace warplens::scene
