#include "viz/scene/draw/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::scene {
namespace {

// "(row >> 2)", "row".
std::string swizzling_row(Language language, const SharedLayout& layout) {
  const std::string_view row = language == Language::zh ? "行" : "row";
  if (layout.row_shift == 0) return std::string(row);
  return fmt::format("({} >> {})", row, layout.row_shift);
}

// What stands for the rule of a swizzle; it moves groups of neighbouring columns or single ones.
std::string swizzle_rule(Language language, const SharedLayout& layout) {
  const bool zh = language == Language::zh;
  const std::uint32_t groups = layout.columns / layout.group;
  const std::string_view moved = layout.group == 1 ? (zh ? "列" : "column") : (zh ? "组" : "group");
  const std::string row = swizzling_row(language, layout);
  const bool is_xor = layout.swizzle == Swizzle::exclusive_or;
  std::string sum = fmt::format("{} {} {}", moved, is_xor ? "^" : "+", row);
  const bool wraps = !is_xor || (layout.rows - 1) >> layout.row_shift >= groups;
  if (wraps) sum = fmt::format("({}) mod {}", sum, groups);
  const std::string rule = fmt::format("{}' = {}", moved, sum);
  if (layout.group == 1) return rule;
  return zh ? fmt::format("{}（每 {} 列一组）", rule, layout.group)
            : fmt::format("{} (groups of {} columns)", rule, layout.group);
}

std::string padding_rule(Language language, const SharedLayout& layout) {
  const std::uint32_t padding = layout.pitch - layout.columns;
  if (language == Language::zh) return fmt::format("行距 {}：{} 列填充", layout.pitch, padding);
  return fmt::format("pitch {}: {} {} of padding", layout.pitch, padding,
                     padding == 1 ? "column" : "columns");
}

// Every character of every rule.
std::string layout_characters(Language language) {
  std::string text;
  for (const Swizzle swizzle : {Swizzle::none, Swizzle::exclusive_or, Swizzle::shift})
    for (const std::uint32_t group : {1u, 4u})
      for (const std::uint32_t pitch : {32u, 33u, 34u})
        text += layout_rule(language, {64, 32, pitch, 4, swizzle, group, group / 2});
  return text;
}

}  // namespace

std::string word_characters() {
  std::string text = "×";
#define WARPLENS_WORD(name, english, chinese) text.append(english).append(chinese);
  WARPLENS_WORDS(WARPLENS_WORD)
#undef WARPLENS_WORD
  for (const Language language : {Language::en, Language::zh})
    text += group_label(language, 0, 1, 1) + group_label(language, 0, 0xff, 23) +
            group_label_short(language, 45, 67) + hidden_rows_label(language, 1) +
            rows_in_sight_label(language, 1, 2, 3) + hidden_rows_label(language, 89) +
            sector_summary(language, {2, 1, 3}) + sector_summary(language, {1, 1, 3}) +
            sector_summary_short(language, {2, 1, 3}) + layout_characters(language);
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

std::string sector_summary(Language language, const SectorSummary& summary) {
  const std::uint32_t moved = summary.sectors * 32;
  const double percent = moved == 0 ? 0 : 100.0 * summary.bytes_used / moved;
  const bool is_whole = summary.bytes_used * 100 % std::max(moved, 1u) == 0;
  const std::string amount = fmt::format("{:.{}f}%", percent, is_whole ? 0 : 1);
  if (language == Language::zh)
    return fmt::format("{} 个 sector，最少 {} 个 · 用到 {} 字节中的 {} 字节 · {}", summary.sectors,
                       summary.ideal_sectors, moved, summary.bytes_used, amount);
  return fmt::format("{} {}, {} at best · {} of {} bytes used · {}", summary.sectors,
                     summary.sectors == 1 ? "sector" : "sectors", summary.ideal_sectors,
                     summary.bytes_used, moved, amount);
}

std::string sector_summary_short(Language language, const SectorSummary& summary) {
  const std::uint32_t moved = summary.sectors * 32;
  const std::string amount = fmt::format("{} / {} B", summary.bytes_used, moved);
  if (language == Language::zh) return fmt::format("{} 个 sector · {}", summary.sectors, amount);
  return fmt::format("{} {} · {}", summary.sectors, summary.sectors == 1 ? "sector" : "sectors",
                     amount);
}

std::string layout_rule(Language language, const SharedLayout& layout) {
  const bool is_padded = layout.pitch > layout.columns;
  const bool is_swizzled = layout.swizzle != Swizzle::none && layout.group != 0;
  std::string rule = is_swizzled ? swizzle_rule(language, layout) : std::string();
  if (is_padded) {
    if (is_swizzled) rule += " · ";
    rule += padding_rule(language, layout);
  }
  if (!rule.empty()) return rule;
  return language == Language::zh ? "没有填充，也没有 swizzle" : "no padding, no swizzle";
}

std::string rows_in_sight_label(Language language, std::uint64_t first, std::uint64_t last,
                                std::uint64_t all) {
  if (language == Language::zh) return fmt::format("第 {}–{} 行，共 {} 行", first, last, all);
  return fmt::format("rows {}–{} of {}", first, last, all);
}

std::string hidden_rows_label(Language language, std::uint64_t rows) {
  if (language == Language::zh) return fmt::format("+{} 行", rows);
  return fmt::format("+{} {}", rows, rows == 1 ? "row" : "rows");
}

}  // namespace warplens::scene
