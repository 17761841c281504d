#include "viz/analysis/causes/structures.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "viz/analysis/causes/access_pattern.h"

namespace warplens::analysis {
namespace {

struct Member {
  std::uint64_t first = 0;  // the lowest active lane's address
  std::uint64_t width = 0;  // bytes a lane
  Suspect* suspect = nullptr;
};
using Members = std::vector<Member>;
// Warp, active lanes, step.
using Steps = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, Members>;

Steps steps_of(const BlockAccesses& block, Suspects& suspects) {
  Steps steps;
  auto access = block.begin();
  for (Suspect& suspect : suspects) {
    const std::uint64_t step = suspect.evidence.bytes;
    if (!is_strided_global(suspect) || step > kMostStructureBytes) continue;
    access = std::find_if(access, block.end(),
                          [&](const Access& next) { return next.row == suspect.row; });
    const trace::EventView view = access->view();
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(view.mask));
    steps[{view.warp, view.mask, step}].push_back(
        {view.address[lane], access->site->width, &suspect});
  }
  return steps;
}

bool lie_in_one_step(const Member& low, const Member& high) {
  return high.first - low.first < low.suspect->evidence.bytes;
}

// Accesses of at least two sites, which take half of a step or, of small ones, any two places.
bool is_structure(std::span<const Member> members) {
  std::map<std::uint64_t, std::uint64_t> widths;  // by address
  std::set<std::uint32_t> sites;
  for (const Member& member : members) {
    widths[member.first] = member.width;
    sites.insert(member.suspect->site);
  }
  std::uint64_t taken = 0;
  for (const auto& [address, width] : widths) taken += width;
  const std::uint64_t step = members.front().suspect->evidence.bytes;
  return sites.size() > 1 && widths.size() > 1 &&
         (step <= kSmallStructureBytes || 2 * taken >= step);
}

void mark_members(Members& members) {
  std::ranges::stable_sort(members, {}, &Member::first);
  for (auto begin = members.begin(); begin != members.end();) {
    const auto end = std::find_if(begin, members.end(), [&](const Member& member) {
      return !lie_in_one_step(*begin, member);
    });
    const std::span<const Member> own(begin, end);
    if (is_structure(own)) {
      for (const Member& member : own) member.suspect->kind = CauseKind::structures;
    }
    begin = end;
  }
}

}  // namespace

void find_structures(const BlockAccesses& block, Suspects& suspects) {
  Steps steps = steps_of(block, suspects);
  for (auto& [step, members] : steps) mark_members(members);
}

}  // namespace warplens::analysis
