#include "viz/scene/draw/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warplens::scene {
namespace {

// "(row >> 2)", "row".
std::string swizzling_row(Language language, const SharedLayout& layout) {
  const std::string_view row = tr("row").in(language);
  if (layout.row_shift == 0) return std::string(row);
  return fmt::format("({} >> {})", row, layout.row_shift);
}

// The formula that stands for the rule of a swizzle; it moves groups of neighbouring columns or
// single ones.
std::string swizzle_rule(Language language, const SharedLayout& layout) {
  const SwizzleWords words = swizzle_words(language, layout);
  const std::string rule = fmt::format("{}' = {}", words.moved, words.sum);
  if (layout.group == 1) return rule;
  return tr("{} (groups of {} columns)", rule, layout.group).in(language);
}

std::string padding_rule(Language language, const SharedLayout& layout) {
  const std::uint32_t padding = layout.pitch - layout.columns;
  return say(
      padding == 1 ? tr("pitch {}: {} column of padding") : tr("pitch {}: {} columns of padding"),
      language, layout.pitch, padding);
}

warplens::Text wavefronts_phrase(std::uint32_t count) {
  return tr(count == 1 ? tr("{} wavefront") : tr("{} wavefronts"), count);
}

warplens::Text sectors_phrase(std::uint32_t count) {
  return tr(count == 1 ? tr("{} sector") : tr("{} sectors"), count);
}

}  // namespace

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
  return say(
      std::has_single_bit(lanes) ? tr("group {}: lane {}, {}") : tr("group {}: lanes {}, {}"),
      language, group, lane_ranges(lanes), wavefronts_phrase(wavefronts));
}

std::string group_label_short(Language language, std::uint32_t group, std::uint32_t wavefronts) {
  return tr("group {}: {}", group, wavefronts).in(language);
}

std::string sector_summary(Language language, const SectorSummary& summary) {
  const std::uint32_t moved = summary.sectors * 32;
  const double percent = moved == 0 ? 0 : 100.0 * summary.bytes_used / moved;
  const bool is_whole = summary.bytes_used * 100 % std::max(moved, 1u) == 0;
  const std::string amount = fmt::format("{:.{}f}%", percent, is_whole ? 0 : 1);
  return tr("{}, {} at best · {} of {} bytes used · {}", sectors_phrase(summary.sectors),
            summary.ideal_sectors, summary.bytes_used, moved, amount)
      .in(language);
}

std::string sector_summary_short(Language language, const SectorSummary& summary) {
  return fmt::format("{} · {} / {} B", sectors_phrase(summary.sectors).in(language),
                     summary.bytes_used, summary.sectors * 32);
}

SwizzleWords swizzle_words(Language language, const SharedLayout& layout) {
  const std::uint32_t groups = layout.columns / layout.group;
  const TextView what = layout.group == 1 ? tr("column") : tr_in("of columns", "group");
  SwizzleWords words{std::string(what.in(language)), swizzling_row(language, layout), {}};
  const bool is_xor = layout.swizzle == Swizzle::exclusive_or;
  words.sum = fmt::format("{} {} {}", words.moved, is_xor ? "^" : "+", words.row);
  const bool wraps = !is_xor || (layout.rows - 1) >> layout.row_shift >= groups;
  if (wraps) words.sum = fmt::format("({}) mod {}", words.sum, groups);
  return words;
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
  return std::string(tr("no padding, no swizzle").in(language));
}

std::string rows_in_sight_label(Language language, std::uint64_t first, std::uint64_t last,
                                std::uint64_t all) {
  return tr("rows {}–{} of {}", first, last, all).in(language);
}

std::string hidden_rows_label(Language language, std::uint64_t rows) {
  return say(rows == 1 ? tr("+{} row") : tr("+{} rows"), language, rows);
}

}  // namespace warplens::scene
