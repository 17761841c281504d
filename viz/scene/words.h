// The few words that views draw themselves, in both languages of the app.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warplens::scene {

enum class Language : std::uint8_t { en, zh };

enum class Word : std::uint8_t { bank, lane, warp, wavefronts, no_shared_memory };

[[nodiscard]] std::string_view word(Word word, Language language);

// "group 0: lanes 0–7, 1 wavefront"; the short form leaves out the lanes.
[[nodiscard]] std::string group_label(Language language, std::uint32_t group, std::uint32_t lanes,
                                      std::uint32_t wavefronts);
[[nodiscard]] std::string group_label_short(Language language, std::uint32_t group,
                                            std::uint32_t wavefronts);
// "+12 rows": rows that did not fit.
[[nodiscard]] std::string hidden_rows_label(Language language, std::uint64_t rows);

// Every character that views draw, in both languages: what a font atlas must hold.
[[nodiscard]] std::string view_characters();

// "0–7", "0–3, 8–11", and from four runs on "0–30 (16)": first and last lane and how many.
[[nodiscard]] std::string lane_ranges(std::uint32_t mask);

}  // namespace warplens::scene
