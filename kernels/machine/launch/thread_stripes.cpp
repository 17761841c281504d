#include "kernels/machine/launch/thread_stripes.h"

#include <algorithm>
#include <array>
#include <bit>

namespace warplens::machine {
namespace {

struct Steps {
  std::uint64_t whole = 0;
  std::uint32_t rest = 0;
};

Steps steps_to(std::uint64_t offset, std::uint32_t step) {
  if (std::has_single_bit(step)) {
    return {offset >> std::countr_zero(step), static_cast<std::uint32_t>(offset & (step - 1))};
  }
  return {offset / step, static_cast<std::uint32_t>(offset % step)};
}

std::uint32_t lanes_from(std::uint32_t first, std::uint32_t count) {
  const std::uint32_t low = count >= 32 ? ~0u : (1u << count) - 1;
  return low << first;
}

}  // namespace

bool ThreadStripes::are_apart() { return ascend() || are_apart(false) || are_apart(true); }

bool ThreadStripes::ascend() const {
  struct Reach {
    std::uint64_t buffer = ~std::uint64_t{0}, end = 0;
  };
  std::array<Reach, 4> reached{};
  return std::ranges::all_of(stripes_, [&](const ThreadStripe& stripe) {
    auto reach = std::ranges::find(reached, stripe.buffer, &Reach::buffer);
    if (reach == reached.end())
      reach = std::ranges::find(reached, ~std::uint64_t{0}, &Reach::buffer);
    if (reach == reached.end() || stripe.begin < reach->end) return false;
    *reach = {stripe.buffer, stripe.end()};
    return stripe.owner != ThreadStripe::kEveryone || are_harmless(stripe.uses);
  });
}

bool ThreadStripes::are_apart(bool by_round) {
  const std::size_t parts = start_table(by_round);
  if (parts > 2 * kMost) return false;
  for (ThreadStripe& stripe : stripes_) {
    if (!find_group(stripe)) return false;
  }
  return are_groups_apart() && std::ranges::all_of(stripes_, [&](const ThreadStripe& stripe) {
           return place(stripe, by_round);
         });
}

// How many parts there will be at most.
std::size_t ThreadStripes::start_table(bool by_round) {
  std::size_t rounds = stripes_.size();
  if (by_round) {
    rounds = 0;
    for (const ThreadStripe& stripe : stripes_) rounds += stripe.rounds;
  }
  const std::size_t parts = 2 * rounds;
  groups_.clear();
  ++round_;
  if (parts <= 2 * kMost && parts_.size() < 2 * parts) {
    parts_.assign(std::bit_ceil(std::max<std::size_t>(64, 2 * parts)), {});
  }
  return parts;
}

bool ThreadStripes::find_group(ThreadStripe& stripe) {
  std::size_t at = 0;
  for (; at < groups_.size(); ++at) {
    if (groups_[at].buffer == stripe.buffer && groups_[at].step == stripe.step) break;
  }
  if (at == kGroups) return false;
  stripe.group = static_cast<std::uint8_t>(at);
  if (at == groups_.size()) {
    groups_.push_back(
        {stripe.buffer, stripe.begin, stripe.end(), stripe.step, stripe.extent, stripe.stride});
    return true;
  }
  Group& group = groups_[at];
  group.lowest = std::min(group.lowest, stripe.begin);
  group.end = std::max(group.end, stripe.end());
  if (group.stride == 0) group.stride = stripe.stride;
  return group.extent == stripe.extent;
}

bool ThreadStripes::are_groups_apart() const {
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t j = i + 1; j < groups_.size(); ++j) {
      const Group &one = groups_[i], &other = groups_[j];
      const bool is_apart = one.end <= other.lowest || other.end <= one.lowest;
      if (one.buffer == other.buffer && !is_apart) return false;
    }
  }
  return true;
}

bool ThreadStripes::place(const ThreadStripe& stripe, bool by_round) {
  if (by_round) {
    for (std::uint32_t round = 0; round < stripe.rounds; ++round) {
      if (!place(stripe, stripe.begin + round * stripe.stride)) return false;
    }
    return true;
  }
  const std::uint64_t stride = groups_[stripe.group].stride;
  if (stride == 0) return place(stripe, stripe.begin);
  const std::uint64_t begin = stripe.begin % stride;
  const bool fits = stripe.stride == 0 || stripe.stride == stride;
  if (!fits || stride % stripe.step != 0 || begin + stripe.length() > stride) return false;
  return place(stripe, begin);
}

// Two places within a step are the same or apart where all begin at multiples of what they cover.
bool ThreadStripes::place(const ThreadStripe& stripe, std::uint64_t begin) {
  const auto [first, residue] = steps_to(begin, stripe.step);
  if (residue % stripe.extent != 0 || residue + stripe.extent > stripe.step) return false;
  const auto at = static_cast<std::uint32_t>(first % kCell);
  Part part{round_, stripe.group, first / kCell, residue, lanes_from(at, stripe.count)};
  part.first_owner = stripe.owner - at;
  part.is_everyones = stripe.owner == ThreadStripe::kEveryone;
  part.uses = stripe.uses;
  if (!place(part)) return false;
  if (at + stripe.count <= kCell) return true;
  ++part.cell;
  part.lanes = lanes_from(0, at + stripe.count - kCell);
  part.first_owner += kCell;
  return place(part);
}

bool ThreadStripes::place(const Part& part) {
  if (part.is_everyones && !are_harmless(part.uses)) return false;
  // Cells of a stream follow each other in the table, too.
  const std::uint64_t elsewhere = (std::uint64_t{part.group} << 32 | part.residue) * 0x9e3779b9u;
  for (std::size_t slot = part.cell + elsewhere;; ++slot) {
    Part& known = parts_[slot & (parts_.size() - 1)];
    if (known.round != round_) {
      known = part;
      return true;
    }
    const bool is_here = known.group == part.group && known.cell == part.cell &&
                         known.residue == part.residue && (known.lanes & part.lanes) != 0;
    if (!is_here) continue;
    const bool is_own =
        known.first_owner == part.first_owner && !known.is_everyones && !part.is_everyones;
    const unsigned uses = known.uses | part.uses;
    if (!is_own && !are_harmless(uses)) return false;
    if (known.lanes != part.lanes) continue;
    known.uses = static_cast<std::uint8_t>(uses);
    known.is_everyones = !is_own;
    return true;
  }
}

}  // namespace warplens::machine
