#include "kernels/captured/replay_buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace warplens::captured {
namespace {

using catalog::BufferRole;
using catalog::ElementType;

// Allocators give no finer places (CUDA C++ Programming Guide, "Device Memory Accesses"), and no
// access of a lane lies across one.
constexpr std::uint64_t kCut = 256;

bool fits(ElementType type, const Range& range) {
  const std::uint64_t bytes = catalog::size_of(type);
  return range.begin % bytes == 0 && (range.end - range.begin) % bytes == 0;
}

std::span<const std::byte> slice(const Bytes& bytes, const Part& part, const Range& range) {
  return std::span(bytes).subspan(static_cast<std::size_t>(range.begin - part.address),
                                  static_cast<std::size_t>(range.end - range.begin));
}

// By its first words.
bool is_list_of_pointers(std::span<const std::byte> bytes, const Episode& episode) {
  const auto begin = bytes.first(std::min<std::size_t>(bytes.size(), 64));
  return !begin.empty() &&
         pointers_in(begin, episode).size() * sizeof(std::uint64_t) == begin.size();
}

// Words, where no parameter leads to it.
ElementType type_of(const PointedPlace* place, std::span<const std::byte> bytes, const Range& range,
                    const Episode& episode) {
  if (fits(ElementType::u64, range) && is_list_of_pointers(bytes, episode)) return ElementType::u64;
  const bool is_said = place != nullptr && place->type.has_value() && fits(*place->type, range);
  if (is_said) return *place->type;
  return fits(ElementType::u32, range) ? ElementType::u32 : ElementType::u8;
}

// Nobody promised that it is only read, unless all pointers into it are only read through: a
// kernel may write what is there already.
BufferRole role_of(std::span<const PointedPlace> places, const Range& range, bool is_changed) {
  const auto begin = std::ranges::lower_bound(places, range.begin, {}, &PointedPlace::address);
  const auto end = std::ranges::lower_bound(places, range.end, {}, &PointedPlace::address);
  const bool is_read = std::all_of(
      begin, end, [](const PointedPlace& place) { return place.role == BufferRole::in; });
  return begin != end && is_read && !is_changed ? BufferRole::in : BufferRole::inout;
}

}  // namespace

ReplayBuffers::ReplayBuffers(const Episode& episode, const std::vector<PointedPlace>& places,
                             const std::vector<Range>& variables, std::set<std::string> taken)
    : episode_(episode), places_(places), taken_(std::move(taken)) {
  std::ranges::stable_sort(places_, {}, &PointedPlace::address);
  for (const Allocation& allocation : episode.allocations) {
    const bool is_placed =
        std::ranges::binary_search(variables, allocation.address, {}, &Range::begin);
    if (is_placed) continue;
    for (const Part& part : allocation.parts) add_part(allocation, part);
  }
}

void ReplayBuffers::add_part(const Allocation& allocation, const Part& part) {
  const std::uint64_t end = part.address + part.before.size();
  std::uint64_t begin = part.address;
  const auto inside = std::ranges::upper_bound(places_, begin, {}, &PointedPlace::address);
  for (auto place = inside; place != places_.end() && place->address < end; ++place) {
    if (place->address % kCut != 0 || place->address == begin) continue;
    add_piece(allocation, part, {begin, place->address});
    begin = place->address;
  }
  if (begin < end) add_piece(allocation, part, {begin, end});
}

void ReplayBuffers::add_piece(const Allocation& allocation, const Part& part, const Range& range) {
  const auto found = std::ranges::lower_bound(places_, range.begin, {}, &PointedPlace::address);
  const bool is_known = found != places_.end() && found->address < range.end;
  const PointedPlace* const place = is_known ? &*found : nullptr;
  const bool begins_there = is_known && place->address == range.begin;
  const auto before = slice(part.before, part, range), after = slice(part.after, part, range);
  run::OwnBuffer buffer;
  buffer.name =
      unused(begins_there ? place->name
             : range.begin == allocation.address
                 ? name_of(allocation)
                 : fmt::format("{}+{:#x}", name_of(allocation), range.begin - allocation.address));
  buffer.type = type_of(place, before, range, episode_);
  buffer.role = role_of(places_, range, !std::ranges::equal(before, after));
  buffer.count = before.size() / catalog::size_of(buffer.type);
  if (begins_there && place->columns != 0 && buffer.count % place->columns == 0)
    buffer.columns = place->columns;
  buffer.contents.emplace(before.begin(), before.end());
  buffer.address = range.begin;
  ranges_.push_back(range);
  if (episode_.error.empty())
    expectations_.push_back({buffer.name, {after.begin(), after.end()}, {}});
  buffers_.push_back(std::move(buffer));
}

std::string ReplayBuffers::unused(const std::string& name) {
  std::string own = name;
  for (int n = 2; !taken_.insert(own).second; ++n) own = fmt::format("{}#{}", name, n);
  return own;
}

}  // namespace warplens::captured
