#include "kernels/cost/shared_breakdown.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "kernels/cost/shared_groups.h"

namespace warplens::analysis {
namespace {

void merge_equal(std::vector<WordUse>& words) {
  std::sort(words.begin(), words.end(), [](const WordUse& a, const WordUse& b) {
    return std::tie(a.group, a.word) < std::tie(b.group, b.word);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (kept > 0 && words[kept - 1].group == words[i].group &&
        words[kept - 1].word == words[i].word)
      words[kept - 1].lanes |= words[i].lanes;
    else
      words[kept++] = words[i];
  }
  words.resize(kept);
}

void add_words(const SharedRequest& request, std::uint32_t lanes, SharedBreakdown& breakdown) {
  const auto group = static_cast<std::uint32_t>(breakdown.groups.size() - 1);
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const std::uint64_t offset = (*request.offsets)[lane];
    const std::uint64_t last = (offset + request.width - 1) / kBankBytes;
    for (std::uint64_t word = offset / kBankBytes; word <= last; ++word)
      breakdown.words.push_back({word, group, 1u << lane});
  }
}

}  // namespace

SharedBreakdown shared_breakdown(const trace::Site& site, const trace::EventView& event) {
  const SharedRequest request = shared_request(site, event);
  const LaneGroups groups = lane_groups(request);
  SharedBreakdown breakdown;
  breakdown.merged = groups.merged;
  for (std::uint32_t i = 0; i < groups.count; ++i) {
    breakdown.groups.push_back(serve(request, groups, i));
    add_words(request, groups.lanes[i], breakdown);
  }
  merge_equal(breakdown.words);
  return breakdown;
}

}  // namespace warplens::analysis
