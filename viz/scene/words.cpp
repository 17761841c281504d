#include "viz/scene/words.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace warplens::scene {
namespace {

struct Translation {
  std::string_view en, zh;
};
constexpr std::array<Translation, 5> kWords = {{
    {"bank", "bank"},
    {"lane", "lane"},
    {"warp", "warp"},
    {"wavefronts", "wavefront 数"},
    {"This kernel uses no shared memory.", "这个核函数没有使用共享内存。"},
}};

}  // namespace

std::string_view word(Word word, Language language) {
  const Translation& translation = kWords[static_cast<std::size_t>(word)];
  return language == Language::en ? translation.en : translation.zh;
}

std::string view_characters() {
  std::string text = "×";
  for (const Translation& translation : kWords) text.append(translation.en).append(translation.zh);
  for (const Language language : {Language::en, Language::zh})
    text += group_label(language, 0, 1, 1) + group_label(language, 0, 0xff, 23) +
            group_label_short(language, 45, 67) + hidden_rows_label(language, 1) +
            hidden_rows_label(language, 89);
  return text;
}

std::string lane_ranges(std::uint32_t mask) {
  std::string ranges;
  int runs = 0;
  for (std::uint32_t rest = mask; rest != 0; ++runs) {
    const int first = std::countr_zero(rest);
    const int length = std::countr_one(rest >> first);
    if (!ranges.empty()) ranges += ", ";
    ranges +=
        length == 1 ? fmt::format("{}", first) : fmt::format("{}–{}", first, first + length - 1);
    rest = first + length >= 32 ? 0 : rest >> (first + length) << (first + length);
  }
  if (runs <= 3) return ranges;
  return fmt::format("{}–{} ({})", std::countr_zero(mask), 31 - std::countl_zero(mask),
                     std::popcount(mask));
}

std::string group_label(Language language, std::uint32_t group, std::uint32_t lanes,
                        std::uint32_t wavefronts) {
  const std::string ranges = lane_ranges(lanes);
  if (language == Language::zh)
    return fmt::format("第 {} 组：lane {}，{} 个 wavefront", group, ranges, wavefronts);
  return fmt::format("group {}: {} {}, {} {}", group, std::has_single_bit(lanes) ? "lane" : "lanes",
                     ranges, wavefronts, wavefronts == 1 ? "wavefront" : "wavefronts");
}

std::string group_label_short(Language language, std::uint32_t group, std::uint32_t wavefronts) {
  return language == Language::zh ? fmt::format("第 {} 组：{}", group, wavefronts)
                                  : fmt::format("group {}: {}", group, wavefronts);
}

std::string hidden_rows_label(Language language, std::uint64_t rows) {
  if (language == Language::zh) return fmt::format("还有 {} 行", rows);
  return fmt::format("+{} {}", rows, rows == 1 ? "row" : "rows");
}

}  // namespace warplens::scene
