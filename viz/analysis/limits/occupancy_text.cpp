#include "viz/analysis/limits/occupancy_text.h"

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
    LimitRow{SmLimit::warps, "warps", tr("warps")},
    LimitRow{SmLimit::registers, "registers", tr("registers")},
    LimitRow{SmLimit::shared_memory, "shared_memory", tr("shared memory")},
    LimitRow{SmLimit::blocks, "blocks", tr("blocks")},
};
static_assert(kRows.size() == kSmLimits);

// A limit with what is taken of it and all of it.
constexpr TextView kTaken = tr("{} ({} of {})");
constexpr TextView kFull = tr("First full: {}; one more block takes {}.");
// Several at once.
constexpr TextView kAlso = tr_in("full", "{}, {}");
constexpr TextView kAllFull = tr("First full: {}.");
// Registers, whose four parts are full before their sum is.
constexpr TextView kFullParts =
    tr("First full: {}, in four parts that each hold whole warps; one more block takes {}.");
constexpr TextView kNone = tr("Not even one block fits: {} for a block.");

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
Text listed(const std::vector<SmLimit>& limits, Words words) {
  Text list;
  for (const SmLimit limit : limits) {
    list = list.empty() ? Text(words(limit)) : tr(kAlso, list, words(limit));
  }
  return list;
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

Text limiting_phrase(const Occupancy& occupancy) {
  return listed(full(occupancy), [](SmLimit limit) { return name_of(limit); });
}

Text why(const Multiprocessor& sm, const Occupancy& occupancy) {
  const std::vector<SmLimit> limits = full(occupancy);
  const auto taken = [&](SmLimit limit) {
    return occupancy.of_a_block(limit) * std::max(occupancy.blocks, 1u);
  };
  const Text words = listed(limits, [&](SmLimit limit) {
    return tr(kTaken, name_of(limit), amount_text(limit, taken(limit)),
              amount_text(limit, capacity(sm, limit)));
  });
  if (occupancy.blocks == 0) return tr(kNone, words);
  if (limits.size() > 1) return tr(kAllFull, words);
  const std::uint32_t a_block = occupancy.of_a_block(limits.front());
  const bool has_room_in_sum = taken(limits.front()) + a_block <= capacity(sm, limits.front());
  return tr(has_room_in_sum ? kFullParts : kFull, words, amount_text(limits.front(), a_block));
}

}  // namespace warplens::analysis
