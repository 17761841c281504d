#include "viz/analysis/occupancy/occupancy_text.h"

#include <algorithm>

namespace warplens::analysis {
namespace {

struct LimitRow {
  SmLimit limit;
  std::string_view id;
  TextView name;
};
constexpr std::array kRows{
    LimitRow{SmLimit::warps, "warps", {"warps", "warp"}},
    LimitRow{SmLimit::registers, "registers", {"registers", "寄存器"}},
    LimitRow{SmLimit::shared_memory, "shared_memory", {"shared memory", "共享内存"}},
    LimitRow{SmLimit::blocks, "blocks", {"blocks", "线程块"}},
};
static_assert(kRows.size() == kSmLimits);

// Names of what is full; what is taken of it, all of it, what a block takes.
constexpr TextView kFull{"First full: {} ({} of {}; one more block takes {}).",
                         "最先用完的是{}（{} / {}，再来一个线程块要 {}）。"};
// The same of registers whose four parts are full before their sum is.
constexpr TextView kFullParts{
    "First full: {} ({} of {}, in four parts that each hold whole warps; one more block takes {}).",
    "最先用完的是{}（{} / {}，分成四份，每份只放完整的 warp；再来一个线程块要 {}）。"};
constexpr TextView kNone{"Not even one block fits: {} ({} of {} for a block).",
                         "连一个线程块也放不下：{}（一个线程块要 {}，共 {}）。"};

const LimitRow& row_of(SmLimit limit) { return kRows[static_cast<std::size_t>(limit)]; }

std::string with_commas(std::uint32_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string joined(const Occupancy& occupancy, Language language) {
  std::string words;
  for (const SmLimit limit : kAllSmLimits) {
    if (!occupancy.limits(limit)) continue;
    if (!words.empty()) words += language == Language::zh ? "、" : ", ";
    words += name_of(limit).in(language);
  }
  return words;
}

SmLimit first_full(const Occupancy& occupancy) {
  return *std::ranges::find_if(kAllSmLimits,
                               [&](SmLimit limit) { return occupancy.limits(limit); });
}

Text worded(const TextView& words, const Text& names, const std::string& a, const std::string& b,
            const std::string& c) {
  return {fmt::format(fmt::runtime(words.en), names.en, a, b, c),
          fmt::format(fmt::runtime(words.zh), names.zh, a, b, c)};
}

}  // namespace

std::string_view id_of(SmLimit limit) { return row_of(limit).id; }

std::optional<SmLimit> sm_limit_named(std::string_view id) {
  const auto* const found = std::ranges::find(kRows, id, &LimitRow::id);
  if (found == kRows.end()) return std::nullopt;
  return found->limit;
}

TextView name_of(SmLimit limit) { return row_of(limit).name; }

std::string amount_text(SmLimit limit, std::uint32_t amount) {
  constexpr std::uint32_t kKilobyte = 1024;
  if (limit != SmLimit::shared_memory) return with_commas(amount);
  if (amount % kKilobyte == 0) return fmt::format("{} KB", amount / kKilobyte);
  return fmt::format("{:.1f} KB", static_cast<double>(amount) / kKilobyte);
}

Text limiting_words(const Occupancy& occupancy) {
  return {joined(occupancy, Language::en), joined(occupancy, Language::zh)};
}

Text why(const Multiprocessor& sm, const Occupancy& occupancy) {
  const SmLimit limit = first_full(occupancy);
  const std::uint32_t a_block = occupancy.of_a_block(limit);
  const std::uint32_t taken = a_block * occupancy.blocks;
  const std::uint32_t all = capacity(sm, limit);
  const std::string block_text = amount_text(limit, a_block);
  const Text names = limiting_words(occupancy);
  if (occupancy.blocks == 0) return worded(kNone, names, block_text, amount_text(limit, all), "");
  const bool has_room_in_sum = taken + a_block <= all;
  return worded(has_room_in_sum ? kFullParts : kFull, names, amount_text(limit, taken),
                amount_text(limit, all), block_text);
}

std::string occupancy_characters() {
  std::string all = "0123456789,. KB、";
  for (const TextView& words : {kFull, kFullParts, kNone}) {
    all += fmt::format("{}{}", words.en, words.zh);
  }
  for (const LimitRow& row : kRows) all += fmt::format("{}{}", row.name.en, row.name.zh);
  return all;
}

}  // namespace warplens::analysis
