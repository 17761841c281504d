#include "viz/scene/cache/cache_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "viz/scene/access/sector_strip.h"
#include "viz/scene/tables/metrics_view.h"

namespace warplens::scene {
namespace {

using analysis::CacheLookup;
using analysis::CacheOptions;
using analysis::CacheReplay;

std::string line_words(bool zh, const CacheOptions& options) {
  const std::string lines = with_separators(options.lines);
  std::string words = zh ? fmt::format("{} 条 {} 字节的缓存行", lines, options.line_bytes)
                         : fmt::format("{} {} of {} bytes", lines,
                                       options.lines == 1 ? "line" : "lines", options.line_bytes);
  if (options.sector_bytes != options.line_bytes) {
    words += zh ? fmt::format("，每个 sector {} 字节", options.sector_bytes)
                : fmt::format(" in sectors of {}", options.sector_bytes);
  }
  if (options.ways != 0) {
    words += zh ? fmt::format("，{} 路组相联", options.ways)
                : fmt::format(", {} to a set", options.ways);
  }
  return words;
}

std::string what_passes(bool zh, const CacheOptions& options, const trace::Trace& trace) {
  if (options.buffer && *options.buffer < trace.buffers.size()) {
    const std::string& name = trace.buffers[*options.buffer].name;
    return zh ? fmt::format("只看对 {} 的读取", name) : fmt::format("loads of {} only", name);
  }
  if (options.stores == analysis::CacheStores::pass) {
    return zh ? "所有读取；写入直接通过" : "all loads; stores pass";
  }
  return zh ? "所有读取；写入也放进缓存" : "all loads; stores are put in";
}

std::string who_goes(bool zh, const CacheOptions& options) {
  if (options.replacement == analysis::Replacement::first_in_first_out) {
    return zh ? "先进的行先走" : "the line that came first goes";
  }
  return zh ? "最久未用的行被换出" : "the line unused for longest goes";
}

std::string line_label(const CacheReplay& replay, const trace::Trace& trace, std::uint64_t line) {
  const std::uint32_t bytes = replay.options().line_bytes;
  return element_label(trace.buffers, line * bytes, bytes);
}

std::string miss_words(bool zh, const CacheReplay& replay, const trace::Trace& trace,
                       std::size_t lookup) {
  const CacheLookup& missed = replay.lookups()[lookup];
  const auto before = replay.held(missed.slot, lookup);
  const auto after = replay.held(missed.slot, lookup + 1);
  std::string words = line_label(replay, trace, after->line) + (zh ? " 进来" : " comes in");
  if (before && before->line != after->line) {
    const std::string gone = line_label(replay, trace, before->line);
    words += zh ? fmt::format("，{} 被换出", gone) : fmt::format(", {} goes", gone);
  }
  return words;
}

std::string one_lookup(bool zh, const CacheReplay& replay, const trace::Trace& trace,
                       std::size_t lookup) {
  const std::string wanted = wanted_label(replay, trace, lookup, false);
  switch (replay.lookups()[lookup].outcome) {
    case CacheLookup::Outcome::hit:
      return zh ? fmt::format("{}：命中", wanted) : fmt::format("{}: hit", wanted);
    case CacheLookup::Outcome::stored:
      return zh ? fmt::format("{}：写入", wanted) : fmt::format("{}: stored", wanted);
    case CacheLookup::Outcome::miss:
      return fmt::format("{}{} · {}", wanted, zh ? "：未命中" : ": miss",
                         miss_words(zh, replay, trace, lookup));
  }
  return {};
}

struct Bytes {
  std::uint64_t first = 0, count = 0;
};

// The bytes of a sector that the event's lanes want, from the first to the last.
Bytes wanted_bytes(const trace::EventView& event, std::uint32_t width, std::uint64_t begin,
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

std::string cache_words(Language language, const CacheOptions& options, const trace::Trace& trace) {
  const bool zh = language == Language::zh;
  return fmt::format("{}{}{}{}{}", line_words(zh, options), zh ? "；" : "; ",
                     what_passes(zh, options, trace), zh ? "；" : "; ", who_goes(zh, options));
}

std::string cache_access_words(Language language, const CacheReplay& replay,
                               const trace::Trace& trace, std::size_t event) {
  const bool zh = language == Language::zh;
  const std::size_t lookups = replay.lookups_of(event).size();
  if (lookups == 0) return zh ? "这个事件不经过缓存" : "This event does not pass through the cache";
  if (lookups == 1) return one_lookup(zh, replay, trace, replay.before(event));
  const analysis::CacheTotals totals = replay.totals_of(event);
  if (totals == analysis::CacheTotals{}) {
    return zh ? fmt::format("写入 {} 个 sector", lookups)
              : fmt::format("{} sectors stored", lookups);
  }
  return cache_totals_short(language, totals);
}

std::string cache_totals_short(Language language, analysis::CacheTotals totals) {
  const std::string hits = with_separators(totals.hits), misses = with_separators(totals.misses);
  if (language == Language::zh) return fmt::format("命中 {} 次，未命中 {} 次", hits, misses);
  return fmt::format("{} {}, {} {}", hits, totals.hits == 1 ? "hit" : "hits", misses,
                     totals.misses == 1 ? "miss" : "misses");
}

std::string cache_totals_words(Language language, analysis::CacheTotals totals) {
  const std::uint64_t all = std::uint64_t{totals.hits} + totals.misses;
  if (all == 0) return cache_totals_short(language, totals);
  const double percent = 100.0 * totals.hits / static_cast<double>(all);
  const int digits = totals.hits * std::uint64_t{100} % all == 0 ? 0 : 1;
  return fmt::format("{} · {:.{}f}%{}", cache_totals_short(language, totals), percent, digits,
                     language == Language::zh ? " 命中" : " hit");
}

std::string wanted_label(const CacheReplay& replay, const trace::Trace& trace, std::size_t lookup,
                         bool brief) {
  const trace::EventView event = trace.events.view(replay.event_of(lookup));
  const std::uint64_t begin = replay.lookups()[lookup].sector * replay.options().sector_bytes;
  const Bytes bytes = wanted_bytes(event, trace.sites[event.site].width, begin,
                                   begin + replay.options().sector_bytes);
  std::string label = element_label(trace.buffers, bytes.first, bytes.count);
  const std::size_t open = label.find('[');
  if (!brief || open == std::string::npos) return label;
  return label.substr(open + 1, label.size() - open - 2);
}

std::string requests_in_sight(Language language, std::size_t first, std::size_t last,
                              std::size_t all) {
  const std::string count = with_separators(all);
  if (language == Language::zh) {
    return fmt::format("第 {}–{} 次访问，共 {} 次", first, last, count);
  }
  return fmt::format("accesses {}–{} of {}", first, last, count);
}

}  // namespace warplens::scene
