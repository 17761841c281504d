#include "kernels/machine/program/race_detector_shadow.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <utility>

#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// The kinds that conflict with one: two reads do not, nor two atomics, nor an atomic and a volatile
// access, nor a flag's.
constexpr std::uint8_t conflicting(RaceAccessKind kind) {
  constexpr std::uint8_t kRead = race_kind_bit(RaceAccessKind::read),
                         kWrite = race_kind_bit(RaceAccessKind::write),
                         kAtomic = race_kind_bit(RaceAccessKind::atomic),
                         kVolatileRead = race_kind_bit(RaceAccessKind::volatile_read),
                         kVolatileWrite = race_kind_bit(RaceAccessKind::volatile_write),
                         kFlagWrite = race_kind_bit(RaceAccessKind::flag_write),
                         kReads = kRead | kVolatileRead,
                         kWrites = kWrite | kVolatileWrite | kFlagWrite;
  switch (kind) {
    case RaceAccessKind::read:
      return kWrites | kAtomic;
    case RaceAccessKind::write:
      return kReads | kWrites | kAtomic;
    case RaceAccessKind::volatile_read:
      return kWrite | kVolatileWrite;
    case RaceAccessKind::volatile_write:
      return kReads | kWrite | kVolatileWrite;
    default:
      return kRead | kWrite;
  }
}

bool is_write(RaceAccessKind kind) { return plain(kind) == RaceAccessKind::write; }

// Whether a write stands for an older access: one that races with the old one and comes after the
// new one races with the new one, too.
bool stands_for(RaceAccessKind written, RaceAccessKind old) {
  return is_write(old) && (written == RaceAccessKind::write || written == old);
}

bool stored_same(const RaceMark& a, const RaceMark& b) {
  return is_write(a.kind) && is_write(b.kind) && a.detail == b.detail &&
         a.detail != RaceMark::kUnknownValue;
}

ThreadAccess access_of(const RaceMark& mark, std::uint32_t lane) {
  return {.thread = mark.warp * kWarpSize + lane,
          .instruction = mark.instruction,
          .kind = plain(mark.kind),
          .load = mark.load(lane)};
}

// The active lanes from `lane` on that come one after the other and want the same offset.
std::uint32_t run_of_equal_offsets(const RaceAccess& access, std::uint32_t lane) {
  std::uint32_t end = lane + 1;
  while (end < kWarpSize && (access.mask >> end & 1) != 0 &&
         access.lanes[end] == access.lanes[lane])
    ++end;
  const std::uint32_t below_end = end == kWarpSize ? ~0u : (1u << end) - 1;
  return below_end & (~0u << lane);
}

std::uint64_t word_at(const std::byte* value) {
  std::uint32_t word = 0;
  std::memcpy(&word, value, sizeof word);
  return word;
}

}  // namespace

RaceShadow::RaceShadow(std::uint32_t shared_bytes) : words_((shared_bytes + 3) / 4) {}

void RaceShadow::make_room(std::uint32_t bytes) {
  if (words_.size() * 4 < bytes) words_.resize((bytes + 3) / 4);
}

void RaceShadow::forget() {
  parts_.clear();
  chains_.clear();
  links_.clear();
  free_links_ = kNoIndex;
}

void RaceShadow::access(const RaceOrder& order, const RaceAccess& access, const RaceStamp& stamp,
                        std::vector<Race>& races) {
  const bool writes = is_write(access.kind);
  const bool has_values = writes && access.values != nullptr;
  Context context{.order = order,
                  .common = {.instruction = access.instruction,
                             .time = stamp.time,
                             .warp = static_cast<std::uint16_t>(access.warp),
                             .kind = access.kind},
                  .floor = stamp.floor,
                  .races = races,
                  .race_of = {}};
  if (plain(access.kind) == RaceAccessKind::read) context.detail = access.first_load;
  if (writes) context.detail = RaceMark::kUnknownValue;
  for (std::uint32_t rest = access.mask; rest != 0; rest &= ~context.lanes) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const auto offset = static_cast<std::uint32_t>(access.lanes[lane]);
    const std::byte* value = has_values ? access.values + lane * access.width : nullptr;
    context.lanes = writes ? 1u << lane : run_of_equal_offsets(access, lane);
    context.first_race = races.size();
    Cell& cell = words_[offset / 4];
    if (access.width == 4 && offset % 4 == 0 && cell.epoch != order.epoch()) {  // most often
      if (value != nullptr) context.detail = word_at(value);
      cell.start(order.epoch(), access.kind);
      context.put(cell.marks[0]);
    } else {
      access_range(context, offset, access.width, value);
    }
  }
}

void RaceShadow::access_range(Context& context, std::uint32_t offset, std::uint32_t width,
                              const std::byte* value) {
  const bool whole_words = ((offset | width) & 3) == 0;
  context.is_one_cell = width == 1 || (width == 4 && !words_[offset / 4].split);
  for (std::uint32_t done = 0; done < width;) {
    const std::uint32_t place = offset + done;
    Cell& word = words_[place / 4];
    const bool is_split = word.split && word.epoch == context.order.epoch();
    if (whole_words && !is_split) {
      if (value != nullptr) context.detail = word_at(value + done);
      access_cell(context, word, place);
      done += 4;
    } else {
      if (value != nullptr) context.detail = std::to_integer<std::uint64_t>(value[done]);
      access_cell(context, split(context, word)[place % 4], place);
      done += 1;
    }
  }
}

inline void RaceShadow::access_cell(Context& context, Cell& cell, std::uint32_t offset) {
  const RaceAccessKind kind = context.common.kind;
  if (cell.epoch != context.order.epoch()) {
    cell.start(context.order.epoch(), kind);
    return context.put(cell.marks[0]);
  }
  if ((cell.kinds & conflicting(kind)) != 0) check(context, cell, offset);
  if (is_write(kind)) drop_overwritten(context, cell);
  add(context, cell);
}

// Keeps one race a lane with earlier writes and atomics, one that matters if there is any; with
// earlier reads it keeps one for each instruction that read or, when tracked, for each load.
void RaceShadow::report(Context& context, std::uint32_t lane, const Race& race) {
  std::vector<Race>& races = context.races;
  if (race.earlier.kind == RaceAccessKind::read) {
    const auto is_known = [&](const Race& known) {
      return known.earlier.kind == RaceAccessKind::read &&
             known.later.thread == race.later.thread &&
             known.earlier.instruction == race.earlier.instruction &&
             known.earlier.load == race.earlier.load;
    };
    // The marks of a cell are of different loads.
    if (context.is_one_cell && race.earlier.load != 0) return races.push_back(race);
    const auto begin = races.begin() + static_cast<std::ptrdiff_t>(context.first_race);
    if (std::none_of(begin, races.end(), is_known)) races.push_back(race);
  } else if ((context.raced >> lane & 1) == 0) {
    context.raced |= 1u << lane;
    context.race_of[lane] = races.size();
    races.push_back(race);
  } else if (Race& known = races[context.race_of[lane]]; known.same_value && !race.same_value) {
    known = race;
  }
}

void RaceShadow::settle_loads(const RaceOrder& order,
                              const std::function<LoadFate(std::uint64_t)>& fate) {
  for (Cell& word : words_) {
    if (word.epoch != order.epoch()) continue;
    if (!word.split) {
      settle_cell(order.warps(), word, fate);
    } else {
      for (Cell& part : parts_[word.more]) settle_cell(order.warps(), part, fate);
    }
  }
}

void RaceShadow::settle_cell(std::uint32_t warps, Cell& cell,
                             const std::function<LoadFate(std::uint64_t)>& fate) {
  if ((cell.kinds &
       (race_kind_bit(RaceAccessKind::read) | race_kind_bit(RaceAccessKind::volatile_read))) == 0) {
    return;
  }
  std::map<RaceMark, std::uint32_t> used;  // lanes of each
  filter(cell, 0, warps, [&](RaceMark& mark) {
    if (!mark.is_tracked()) return true;
    std::uint32_t used_lanes = mark.detail == kUsedLoad ? mark.lanes : 0;
    each_lane(mark.lanes & ~used_lanes, [&](std::uint32_t lane) {
      const LoadFate now = fate(mark.load(lane));
      if (now == LoadFate::dead) mark.lanes &= ~(1u << lane);
      if (now == LoadFate::used) used_lanes |= 1u << lane;
    });
    mark.lanes &= ~used_lanes;
    RaceMark same = mark;
    same.lanes = 0;
    same.detail = kUsedLoad;
    if (used_lanes != 0) used[same] |= used_lanes;
    return mark.lanes != 0;
  });
  for (const auto& [mark, lanes] : used) {
    RaceMark& merged = new_mark(cell, mark.warp, warps);
    merged = mark;
    merged.lanes = lanes;
  }
}

void RaceShadow::check(Context& context, const Cell& cell, std::uint32_t offset) {
  RaceMark mark;
  context.put(mark);
  for (std::uint32_t rest = mark.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    visit(context.order.warps(), cell, [&](const RaceMark& old) {
      if ((race_kind_bit(old.kind) & conflicting(mark.kind)) == 0) return false;
      std::uint32_t unordered =
          context.order.unordered(old.warp, old.time, old.lanes, mark.warp, lane);
      if (unordered == 0) return false;
      if (!old.is_tracked()) unordered &= -unordered;
      for (; unordered != 0; unordered &= unordered - 1) {
        const auto old_lane = static_cast<std::uint32_t>(std::countr_zero(unordered));
        report(context, lane,
               {access_of(old, old_lane), access_of(mark, lane), offset, stored_same(old, mark)});
      }
      return plain(mark.kind) == RaceAccessKind::read;  // one is enough
    });
  }
}

// Earlier writes that are ordered before this one: nobody sees their values without racing with it.
void RaceShadow::drop_overwritten(const Context& context, Cell& cell) {
  const auto lane = static_cast<std::uint32_t>(std::countr_zero(context.lanes));
  filter(cell, 0, context.order.warps(), [&](RaceMark& old) {
    if (!stands_for(context.common.kind, old.kind)) return true;
    old.lanes = context.order.unordered(old.warp, old.time, old.lanes, context.common.warp, lane);
    return old.lanes != 0;
  });
}

// Lets the mark stand for earlier ones of its kind and warp where it is ordered after them. A read
// stands for earlier ones of its instruction only, and a tracked one for itself, because each one's
// value is used or not.
void RaceShadow::add(const Context& context, Cell& cell) {
  const RaceMark& mark = context.common;
  const bool is_read = plain(mark.kind) == RaceAccessKind::read;
  const bool is_tracked = is_read && context.detail != 0;
  bool merged = false;
  cell.kinds |= race_kind_bit(mark.kind);
  const auto keep = [&](RaceMark& old) {
    if (old.warp != mark.warp || old.kind != mark.kind) return true;
    const bool same_instruction = old.instruction == mark.instruction;
    if (!merged && same_instruction && old.time == mark.time && old.detail == context.detail) {
      old.lanes |= context.lanes;
      return merged = true;
    }
    if (is_read && !same_instruction) return true;
    if (old.time < context.floor) return false;
    old.lanes &= ~context.lanes;
    return old.lanes != 0;
  };
  if (!is_tracked) filter(cell, mark.warp, mark.warp + 1u, keep);
  if (!merged) context.put(new_mark(cell, mark.warp, context.order.warps()));
}

RaceMark& RaceShadow::new_mark(Cell& cell, std::uint32_t warp, std::uint32_t warps) {
  if (cell.more == kNoIndex && cell.count < cell.marks.size()) return cell.marks[cell.count++];
  if (cell.more == kNoIndex) spill(cell, warps);
  return new_link(chains_[cell.more + warp]);
}

void RaceShadow::spill(Cell& cell, std::uint32_t warps) {
  cell.more = static_cast<std::uint32_t>(chains_.size());
  chains_.resize(chains_.size() + warps, kNoIndex);
  for (std::uint8_t i = 0; i < cell.count; ++i)
    new_link(chains_[cell.more + cell.marks[i].warp]) = cell.marks[i];
  cell.count = 0;
}

RaceMark& RaceShadow::new_link(std::uint32_t& chain) {
  std::uint32_t index = free_links_;
  if (index == kNoIndex) {
    index = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
  } else {
    free_links_ = links_[index].next;
  }
  links_[index].next = std::exchange(chain, index);
  return links_[index].mark;
}

// Gives each byte of the word its own cell, with what is known of the word.
std::array<RaceShadow::Cell, 4>& RaceShadow::split(const Context& context, Cell& word) {
  const bool is_fresh = word.epoch != context.order.epoch();
  if (!is_fresh && word.split) return parts_[word.more];
  const auto index = static_cast<std::uint32_t>(parts_.size());
  parts_.emplace_back();
  if (!is_fresh) {
    std::vector<RaceMark> marks;
    visit(context.order.warps(), word,
          [&](const RaceMark& mark) { return marks.push_back(mark), false; });
    for (unsigned byte = 0; byte < 4; ++byte) {
      Cell& cell = parts_[index][byte];
      cell.epoch = word.epoch;
      cell.kinds = word.kinds;
      for (RaceMark mark : marks) {
        if (is_write(mark.kind) && mark.detail != RaceMark::kUnknownValue)
          mark.detail = mark.detail >> (8 * byte) & 0xff;
        new_mark(cell, mark.warp, context.order.warps()) = mark;
      }
    }
  }
  word.epoch = context.order.epoch();
  word.split = true;
  word.more = index;
  word.count = 0;
  return parts_[index];
}

template <class Visit>
void RaceShadow::visit(std::uint32_t warps, const Cell& cell, Visit visit) const {
  for (std::uint8_t i = 0; i < cell.count; ++i)
    if (visit(cell.marks[i])) return;
  if (cell.more == kNoIndex) return;
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    for (std::uint32_t i = chains_[cell.more + warp]; i != kNoIndex; i = links_[i].next)
      if (visit(links_[i].mark)) return;
}

template <class Keep>
void RaceShadow::filter(Cell& cell, std::uint32_t first, std::uint32_t last, Keep keep) {
  std::uint8_t kept = 0;
  for (std::uint8_t i = 0; i < cell.count; ++i) {
    if (!keep(cell.marks[i])) continue;
    if (kept != i) cell.marks[kept] = cell.marks[i];
    ++kept;
  }
  cell.count = kept;
  if (cell.more == kNoIndex) return;
  for (std::uint32_t warp = first; warp < last; ++warp) {
    for (std::uint32_t* link = &chains_[cell.more + warp]; *link != kNoIndex;) {
      const std::uint32_t index = *link;
      if (keep(links_[index].mark)) {
        link = &links_[index].next;
      } else {
        *link = links_[index].next;
        links_[index].next = free_links_;
        free_links_ = index;
      }
    }
  }
}

}  // namespace warplens::machine
