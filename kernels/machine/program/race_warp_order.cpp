#include "kernels/machine/program/race_warp_order.h"

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

template <class Act>
void RaceWarpOrder::each_group(std::uint32_t lanes, Act act) {
  for (Group& group : groups_) {
    if ((group.lanes & lanes) != 0) act(group);
  }
}

std::uint32_t RaceWarpOrder::unordered(std::uint32_t warp, std::uint32_t time, std::uint32_t lanes,
                                       std::uint32_t to_lane) const {
  const Group* group = groups_.data();
  while ((group->lanes >> to_lane & 1) == 0) ++group;
  const Knowledge& known = group->known;
  const RaceClock::Row* row = warp == warp_             ? &known.own
                              : known.others == nullptr ? nullptr
                                                        : known.others->row(warp);
  if (row == nullptr) return lanes;
  std::uint32_t result = 0;
  each_lane(lanes,
            [&](std::uint32_t lane) { result |= std::uint32_t{time > (*row)[lane]} << lane; });
  return result;
}

std::uint32_t RaceWarpOrder::fenced_lanes() const {
  std::uint32_t lanes = 0;
  for (const Group& group : groups_) lanes |= group.fence_time != 0 ? group.lanes : 0;
  return lanes;
}

void RaceWarpOrder::make_groups() {
  if (!groups_.empty()) return;
  groups_.reserve(kWarpSize);
  Group& all = groups_.emplace_back();
  all.lanes = ~0u;
  all.known.own.fill(floor_ - 1);
}

void RaceWarpOrder::separate(std::uint32_t lanes) {
  make_groups();
  const std::size_t count = groups_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t inside = groups_[i].lanes & lanes;
    if (inside == 0 || inside == groups_[i].lanes) continue;
    groups_.push_back(groups_[i]);
    groups_.back().lanes = inside;
    groups_[i].lanes &= ~inside;
  }
}

void RaceWarpOrder::merge() {
  const auto is_same = [](const Group& a, const Group& b) {
    return a.fence_time == b.fence_time && a.seen == b.seen && a.known == b.known &&
           a.fenced == b.fenced;
  };
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    for (std::size_t j = groups_.size() - 1; j > i; --j) {
      if (!is_same(groups_[i], groups_[j])) continue;
      groups_[i].lanes |= groups_[j].lanes;
      groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

void RaceWarpOrder::learn(Group& group, const SharedClock& clock) {
  if (clock == nullptr) return;
  if (const RaceClock::Row* own = clock->row(warp_)) raise(group.known.own, *own);
  group.known.others = joined(group.known.others, clock);
}

void RaceWarpOrder::learn(Group& group, const Knowledge& knowledge) {
  raise(group.known.own, knowledge.own);
  group.known.others = joined(group.known.others, knowledge.others);
}

RaceWarpOrder::Knowledge RaceWarpOrder::knowledge_of(std::uint32_t arriving) {
  Knowledge all;
  each_group(arriving, [&](const Group& group) {
    raise(all.own, group.known.own);
    all.others = joined(all.others, group.known.others);
  });
  each_lane(arriving, [&](std::uint32_t lane) { all.own[lane] = time_; });
  return all;
}

void RaceWarpOrder::barrier(std::uint32_t arriving, std::uint32_t waiting) {
  separate(waiting);
  const Knowledge all = knowledge_of(arriving);
  ++time_;
  each_group(waiting, [&](Group& group) { learn(group, all); });
  merge();
}

void RaceWarpOrder::whole_barrier() {
  if (!is_simple()) {
    barrier(~0u, ~0u);
    floor_ = time_;
    const Group& first = groups_.front();
    if (groups_.size() != 1 || first.known.others != nullptr) return;
    if (first.seen == nullptr && first.fence_time == 0) groups_.clear();
    return;
  }
  floor_ = ++time_;
}

void RaceWarpOrder::release(RaceClock& into, std::uint32_t lanes) {
  make_groups();
  const Knowledge all = knowledge_of(lanes);
  if (all.others != nullptr) into.raise(*all.others);
  into.raise(warp_, all.own);
  ++time_;
}

void RaceWarpOrder::acquire(const SharedClock& from, std::uint32_t lanes) {
  if (from == nullptr) return;
  separate(lanes);
  each_group(lanes, [&](Group& group) { learn(group, from); });
  merge();
}

void RaceWarpOrder::see(const SharedClock& released, std::uint32_t lanes) {
  make_groups();
  std::uint32_t news = 0;
  each_group(lanes, [&](const Group& group) {
    if (joined(group.seen, released) != group.seen) news |= group.lanes & lanes;
  });
  if (news == 0) return;
  separate(news);
  each_group(news, [&](Group& group) { group.seen = joined(group.seen, released); });
}

void RaceWarpOrder::fence(std::uint32_t lanes, bool acquires, bool releases) {
  separate(lanes);
  each_group(lanes, [&](Group& group) {
    if (acquires) learn(group, std::exchange(group.seen, nullptr));
    if (!releases) return;
    group.fenced = group.known;
    group.fence_time = time_;
  });
  if (releases) ++time_;
  merge();
}

SharedClock RaceWarpOrder::released_at_fence(std::uint32_t lane) {
  SharedClock released;
  each_group(1u << lane, [&](const Group& group) {
    if (group.fence_time == 0) return;
    RaceClock clock;
    if (group.fenced.others != nullptr) clock = *group.fenced.others;
    RaceClock::Row own = group.fenced.own;
    own[lane] = group.fence_time;
    clock.raise(warp_, own);
    released = std::make_shared<RaceClock>(std::move(clock));
  });
  return released;
}

}  // namespace warplens::machine
