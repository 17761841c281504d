// The few words that views draw themselves.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/base/shared_layout.h"
#include "kernels/base/text.h"

namespace warplens::scene {

// One row a word: its name, English.
// clang-format off
#define WARPLENS_PHRASES(W) \
  W(bank, "bank") \
  W(lane, "lane") \
  W(warp, "warp") \
  W(wavefronts, "wavefronts", "number") \
  W(no_shared_memory, "This kernel uses no shared memory.") \
  W(before, "before") \
  W(after, "after") \
  W(before_title, "before: bank of each element") \
  W(after_title, "after: bank of each element") \
  W(bank_title, "bank of each element") \
  W(no_shared_access, "No lane of this event touches shared memory.") \
  W(source_columns, "as many lanes read one column of their lines") \
  W(event_order, "events in one possible order, not time") \
  W(hit, "hit") \
  W(miss, "miss") \
  W(not_recorded, "not recorded", "event") \
  W(in_l2, "fits in L2") \
  W(time, "time") \
  W(bandwidth, "bandwidth") \
  W(flop_rate, "FLOP rate") \
  W(share, "share") \
  W(side, "side") \
  W(not_reached, "no thread comes here") \
  W(thread_of_grid, "block ({}, {}), thread ({}, {}): warp {} of the block, lane {}") \
  W(no_element, "The matrix has {} × {} elements: none is here, the lane is idle.") \
  W(address_of_element, "address = base + offset = {0} + {1} · {2} = {0} + {3} bytes")
// clang-format on

// phrases::miss.in(style.language)
namespace phrases {
#define WARPLENS_PHRASE(name, ...) inline constexpr TextView name = tr_row(__VA_ARGS__);
WARPLENS_PHRASES(WARPLENS_PHRASE)
#undef WARPLENS_PHRASE
}  // namespace phrases

// A text's places filled, in one language.
template <class... Args>
[[nodiscard]] std::string say(const TextView& text, Language language, const Args&... args) {
  return tr(text, args...).in(language);
}

// "group 0: lanes 0–7, 1 wavefront"; the short form leaves out the lanes.
[[nodiscard]] std::string group_label(Language language, std::uint32_t group, std::uint32_t lanes,
                                      std::uint32_t wavefronts);
[[nodiscard]] std::string group_label_short(Language language, std::uint32_t group,
                                            std::uint32_t wavefronts);
// "+12 rows": rows that did not fit.
[[nodiscard]] std::string hidden_rows_label(Language language, std::uint64_t rows);
// "rows 624–639 of 640", from 0.
[[nodiscard]] std::string rows_in_sight_label(Language language, std::uint64_t first,
                                              std::uint64_t last, std::uint64_t all);

// "5 sectors, 4 at best · 128 of 160 bytes used · 80%"; the short form leaves out the bytes.
struct SectorSummary {
  std::uint32_t sectors = 0, ideal_sectors = 0, bytes_used = 0;
};
[[nodiscard]] std::string sector_summary(Language language, const SectorSummary& summary);
[[nodiscard]] std::string sector_summary_short(Language language, const SectorSummary& summary);

// How a layout moves elements: "column' = column ^ row", "pitch 33: 1 column of padding".
[[nodiscard]] std::string layout_rule(Language language, const SharedLayout& layout);
// What a swizzle makes of a place: "column" (or "group"), "row" (or "(row >> 2)"), "column ^ row".
struct SwizzleWords {
  std::string moved, row, sum;
};
[[nodiscard]] SwizzleWords swizzle_words(Language language, const SharedLayout& layout);

// "0–7", "0–3, 8–11", and from four runs on "0–30 (16)": first and last lane and how many.
[[nodiscard]] std::string lane_ranges(std::uint32_t mask);

}  // namespace warplens::scene
