#include "viz/scene/access/shared_access.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace warplens::scene {
namespace {

constexpr std::uint32_t kMatrixRowBytes =
    16;  // ldmatrix and stmatrix: one address a row of 8 halves

bool is_matrix(trace::EventKind kind) {
  return kind == trace::EventKind::load_matrix || kind == trace::EventKind::store_matrix;
}

bool touches_shared(const trace::Site& site) {
  return site.kind == trace::EventKind::async_copy || site.space == trace::Space::shared;
}

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

}  // namespace

SharedAccess shared_access(const trace::Site& site, const trace::EventView& event) {
  SharedAccess access;
  if (!touches_shared(site)) return access;
  access.breakdown = analysis::shared_breakdown(site, event);
  const auto& addresses =
      site.kind == trace::EventKind::async_copy ? event.address2 : event.address;
  const std::uint32_t width =
      is_matrix(site.kind) ? kMatrixRowBytes : std::max<std::uint32_t>(site.width, 1);
  for (std::uint32_t group = 0; group < access.breakdown.groups.size(); ++group) {
    for (std::uint32_t lanes = access.breakdown.groups[group].lanes; lanes != 0;
         lanes &= lanes - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      const std::uint64_t last = (addresses[lane] + width - 1) / analysis::kBankBytes;
      for (std::uint64_t word = addresses[lane] / analysis::kBankBytes; word <= last; ++word)
        access.words.push_back({word, group, 1u << lane});
    }
  }
  merge_equal(access.words);
  return access;
}

}  // namespace warplens::scene
