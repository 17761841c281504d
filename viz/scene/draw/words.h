// The few words that views draw themselves, in both languages of the app.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/shared_layout.h"

namespace warplens::scene {

enum class Language : std::uint8_t { en, zh };

enum class Word : std::uint8_t {
  bank,
  lane,
  warp,
  wavefronts,
  no_shared_memory,
  before,
  after,
  before_title,
  after_title,
  bank_title,
  no_shared_access,
  event_order,
  hit,
  miss,
  not_recorded,
  in_l2,
  time,
  bandwidth,
  flop_rate,
  side,
};

[[nodiscard]] std::string_view word(Word word, Language language);

// "group 0: lanes 0–7, 1 wavefront"; the short form leaves out the lanes.
[[nodiscard]] std::string group_label(Language language, std::uint32_t group, std::uint32_t lanes,
                                      std::uint32_t wavefronts);
[[nodiscard]] std::string group_label_short(Language language, std::uint32_t group,
                                            std::uint32_t wavefronts);
// "+12 rows": rows that did not fit.
[[nodiscard]] std::string hidden_rows_label(Language language, std::uint64_t rows);

// "5 sectors, 4 at best · 128 of 160 bytes used · 80%"; the short form leaves out the bytes.
struct SectorSummary {
  std::uint32_t sectors = 0, ideal_sectors = 0, bytes_used = 0;
};
[[nodiscard]] std::string sector_summary(Language language, const SectorSummary& summary);
[[nodiscard]] std::string sector_summary_short(Language language, const SectorSummary& summary);

// How a layout moves elements: "column' = column ^ row", "pitch 33: 1 column of padding".
[[nodiscard]] std::string layout_rule(Language language, const SharedLayout& layout);

// Every character of the above, in both languages.
[[nodiscard]] std::string word_characters();

// "0–7", "0–3, 8–11", and from four runs on "0–30 (16)": first and last lane and how many.
[[nodiscard]] std::string lane_ranges(std::uint32_t mask);

}  // namespace warplens::scene
