#include "viz/analysis/occupancy/occupancy_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

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

// A limit with what is taken of it and all of it.
constexpr TextView kTaken{"{} ({} of {})", "{}（{} / {}）"};
constexpr TextView kFull{"First full: {}; one more block takes {}.",
                         "最先用完：{}，再来一个线程块要 {}。"};
// Several at once.
constexpr TextView kAllFull{"First full: {}.", "最先用完：{}。"};
// Registers, whose four parts are full before their sum is.
constexpr TextView kFullParts{
    "First full: {}, in four parts that each hold whole warps; one more block takes {}.",
    "最先用完：{}，分成四份，每份只放完整的 warp；再来一个线程块要 {}。"};
constexpr TextView kNone{"Not even one block fits: {} for a block.",
                         "连一个线程块也放不下：一个线程块就要{}。"};

const LimitRow& row_of(SmLimit limit) { return kRows[static_cast<std::size_t>(limit)]; }

std::string with_commas(std::uint32_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::vector<SmLimit> full(const Occupancy& occupancy) {
  std::vector<SmLimit> all;
  std::ranges::copy_if(kAllSmLimits, std::back_inserter(all),
                       [&](SmLimit limit) { return occupancy.limits(limit); });
  return all;
}

// `words` of each, in a list.
template <class Words>
std::string listed(const std::vector<SmLimit>& limits, Language language, Words words) {
  std::string list;
  for (const SmLimit limit : limits) {
    if (!list.empty()) list += language == Language::zh ? "、" : ", ";
    list += words(limit, language);
  }
  return list;
}

template <class Words>
Text listed(const std::vector<SmLimit>& limits, Words words) {
  return {listed(limits, Language::en, words), listed(limits, Language::zh, words)};
}

Text worded(const TextView& words, const Text& limits, const std::string& a_block) {
  return {fmt::format(fmt::runtime(words.en), limits.en, a_block),
          fmt::format(fmt::runtime(words.zh), limits.zh, a_block)};
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
  constexpr std::uint32_t kBytesOfKb = 1024;
  if (limit != SmLimit::shared_memory) return with_commas(amount);
  if (amount % kBytesOfKb == 0) return fmt::format("{} KB", amount / kBytesOfKb);
  return fmt::format("{:.1f} KB", static_cast<double>(amount) / kBytesOfKb);
}

Text limiting_words(const Occupancy& occupancy) {
  return listed(full(occupancy),
                [](SmLimit limit, Language language) { return name_of(limit).in(language); });
}

Text why(const Multiprocessor& sm, const Occupancy& occupancy) {
  const std::vector<SmLimit> limits = full(occupancy);
  const auto taken = [&](SmLimit limit) {
    return occupancy.of_a_block(limit) * std::max(occupancy.blocks, 1u);
  };
  const Text words = listed(limits, [&](SmLimit limit, Language language) {
    return fmt::format(fmt::runtime(kTaken.in(language)), name_of(limit).in(language),
                       amount_text(limit, taken(limit)), amount_text(limit, capacity(sm, limit)));
  });
  if (occupancy.blocks == 0) return worded(kNone, words, "");
  if (limits.size() > 1) return worded(kAllFull, words, "");
  const std::uint32_t a_block = occupancy.of_a_block(limits.front());
  const bool has_room_in_sum = taken(limits.front()) + a_block <= capacity(sm, limits.front());
  return worded(has_room_in_sum ? kFullParts : kFull, words, amount_text(limits.front(), a_block));
}

std::string occupancy_characters() {
  std::string all = "0123456789,. KB、";
  for (const TextView& words : {kTaken, kFull, kAllFull, kFullParts, kNone}) {
    all += fmt::format("{}{}", words.en, words.zh);
  }
  for (const LimitRow& row : kRows) all += fmt::format("{}{}", row.name.en, row.name.zh);
  return all;
}

}  // namespace warplens::analysis
