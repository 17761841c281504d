#include "kernels/machine/launch/global_marks.h"

namespace warplens::machine {
namespace {

bool conflict(const GlobalMark& a, const GlobalMark& b) {
  if (!a.writes && !b.writes) return false;
  if (a.use == GlobalUse::strong && b.use == GlobalUse::strong) return false;
  return (a.bytes.bits & b.bytes.bits) != 0;
}

bool is_same_access(const GlobalMark& a, const GlobalMark& b) {
  return a.stamp.warp == b.stamp.warp && a.stamp.time == b.stamp.time &&
         a.instruction == b.instruction && a.sequence == b.sequence;
}

}  // namespace

bool GlobalMark::takes(const ByteMask& more, std::uint32_t more_lane) {
  if (bytes.word != more.word || bytes.bits == 0) return false;
  if ((more.bits & ~bytes.bits) == 0) return true;
  const std::uint32_t next =
      lane + static_cast<std::uint32_t>(std::popcount(bytes.bits)) / std::uint32_t{width};
  const bool is_above = std::countr_zero(more.bits) >= static_cast<int>(std::bit_width(bytes.bits));
  if (!is_above || next != more_lane) return false;
  bytes.bits |= more.bits;
  return true;
}

GlobalMarks::GlobalMarks(const ExposedBuffers& buffers, std::uint32_t warps_a_block)
    : buffers_(&buffers), warps_(warps_a_block), lines_(buffers.lines().size()) {}

const GlobalMarks::Line* GlobalMarks::find(std::uint64_t line) const {
  const std::size_t place = buffers_->holder_of(line);
  if (lines_[place].empty()) return nullptr;
  return &lines_[place][line - buffers_->lines()[place].first];
}

GlobalMarks::Line& GlobalMarks::line_of(std::uint64_t line) {
  const std::size_t place = buffers_->holder_of(line);
  const ExposedLines& lines = buffers_->lines()[place];
  if (lines_[place].empty()) lines_[place].resize(lines.count);
  return lines_[place][line - lines.first];
}

bool GlobalMarks::is_race(const BlockOrder& order, const Line& line, const GlobalMark& earlier,
                          const GlobalMark& now) const {
  if (!conflict(earlier, now) || block_of(earlier) == order.block()) return false;
  if (order.is_ordered(earlier.stamp, warp_of(now), now.observes)) return false;
  return earlier.use != GlobalUse::strong || !is_observed(order, line, earlier, now);
}

// The write whose value a strong access has read comes before it, without a fence (PTX ISA,
// "Causality Order").
bool GlobalMarks::is_observed(const BlockOrder& order, const Line& line, const GlobalMark& earlier,
                              const GlobalMark& now) const {
  if (!earlier.writes) return false;
  if (line.has_lost_observers) return true;
  const std::uint32_t head = line.heads[static_cast<std::size_t>(GlobalUse::strong)];
  for (std::uint32_t i = head; i != kNone; i = links_[i].next) {
    const GlobalMark& by = links_[i].mark;
    if (!by.observes || by.sequence <= earlier.sequence) continue;
    if ((by.bytes.bits & earlier.bytes.bits) == 0) continue;
    if (block_of(by) == order.block() || order.is_ordered(by.stamp, warp_of(now), false)) {
      return true;
    }
  }
  return false;
}

bool GlobalMarks::stands_for(const BlockOrder& order, const GlobalMark& now,
                             const GlobalMark& earlier) const {
  if ((earlier.bytes.bits & ~now.bytes.bits) != 0) return false;
  if (now.observes && now.writes && earlier.writes) return true;
  if ((earlier.writes && !now.writes) || (earlier.observes && !now.observes)) return false;
  if (earlier.stamp.warp == now.stamp.warp) return true;
  if (block_of(earlier) == order.block()) return order.is_settled(earlier.stamp.time);
  return order.is_ordered(earlier.stamp, warp_of(now), false);
}

void GlobalMarks::remember(const BlockOrder& order, const GlobalMark& now) {
  Line& line = line_of(now.bytes.word);
  for (std::uint32_t* link = &line.heads[static_cast<std::size_t>(now.use)]; *link != kNone;) {
    GlobalMark& mark = links_[*link].mark;
    if (is_same_access(mark, now)) {
      if (mark.takes(now.bytes, now.lane)) return;
    } else if (stands_for(order, now, mark)) {
      remove(*link);
      continue;
    }
    link = &links_[*link].next;
  }
  make_room(line, now);
}

// A mark of the last block makes room, be it this one.
void GlobalMarks::make_room(Line& line, const GlobalMark& now) {
  std::uint32_t* const head = &line.heads[static_cast<std::size_t>(now.use)];
  std::uint32_t* last = head;
  std::uint32_t count = 0;
  for (std::uint32_t* link = head; *link != kNone; link = &links_[*link].next, ++count) {
    if (links_[*link].mark.stamp.warp > links_[*last].mark.stamp.warp) last = link;
  }
  if (count < kMostMarks) return add(line, now);
  if (now.stamp.warp >= links_[*last].mark.stamp.warp) {
    line.has_lost_observers = line.has_lost_observers || now.observes;
    return;
  }
  line.has_lost_observers = line.has_lost_observers || links_[*last].mark.observes;
  remove(*last);
  add(line, now);
}

void GlobalMarks::add(Line& line, const GlobalMark& now) {
  std::uint32_t& head = line.heads[static_cast<std::size_t>(now.use)];
  std::uint32_t place = free_;
  if (place != kNone) {
    free_ = links_[place].next;
  } else {
    place = static_cast<std::uint32_t>(links_.size());
    links_.emplace_back();
  }
  links_[place] = {now, head};
  head = place;
}

void GlobalMarks::remove(std::uint32_t& link) {
  const std::uint32_t place = link;
  link = links_[place].next;
  links_[place].next = free_;
  free_ = place;
}

}  // namespace warplens::machine
