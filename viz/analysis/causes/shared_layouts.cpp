#include "viz/analysis/causes/shared_layouts.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "viz/analysis/causes/lane_width.h"
#include "viz/analysis/causes/xor_layout.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;

constexpr std::uint32_t kBankRowBytes = kBanks * kBankBytes;
constexpr std::uint32_t kMatrixElementBytes = 2;
constexpr std::uint32_t kFarthestSource = 16;  // bits above the target that a swizzle may take
// Different accesses of a site that are compared: those of one round of a kernel's loop are fewer.
constexpr std::size_t kMostOfASite = 512;

bool touches_shared(const trace::Site& site) {
  return site.kind == EventKind::async_copy ||
         (site.space == trace::Space::shared && site.kind != EventKind::barrier);
}

const LaneAddresses& shared_side(const trace::Site& site, const trace::EventView& view) {
  return site.kind == EventKind::async_copy ? view.address2 : view.address;
}
LaneAddresses& shared_side(const trace::Site& site, trace::EventView& view) {
  return site.kind == EventKind::async_copy ? view.address2 : view.address;
}

std::uint64_t first_offset(const Access& access) {
  const trace::EventView view = access.view();
  return shared_side(*access.site, view)[static_cast<std::size_t>(std::countr_zero(access.mask))];
}

// ".f32" of "ld.shared.v4.f32 …" is 4 bytes.
std::uint32_t element_bytes(const trace::Site& site) {
  if (is_matrix(site)) return kMatrixElementBytes;
  const std::string_view opcode = std::string_view(site.ptx).substr(0, site.ptx.find(' '));
  const std::size_t digits = opcode.find_last_not_of("0123456789") + 1;
  std::uint32_t bits = 0;
  std::from_chars(opcode.data() + digits, opcode.data() + opcode.size(), bits);
  const bool is_width = bits >= 8 && bits / 8 <= site.width && bits % 8 == 0;
  return is_width ? bits / 8 : std::max<std::uint32_t>(site.width, 1);
}

constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

// The different accesses to one array, each as often as it is made.
struct ArrayAccesses {
  struct Repeated {
    const trace::Site* site;
    trace::EventView view;
    std::uint64_t times = 1;
  };
  std::uint64_t begin = 0, end = 0;
  std::uint32_t widest = 1;
  std::vector<Repeated> all;

  [[nodiscard]] bool is_bounded() const { return end != kNoEnd; }
};

struct Extent {
  std::uint64_t begin = 0, end = kNoEnd;
  [[nodiscard]] bool holds(std::uint64_t offset) const { return offset >= begin && offset < end; }
};

Extent array_around(const trace::Trace& trace, std::uint64_t offset) {
  for (const trace::SharedArray& array : trace.shared_arrays) {
    const Extent extent{array.offset, std::uint64_t{array.offset} + array.bytes};
    if (extent.holds(offset)) return extent;
  }
  return {};
}

bool is_bulk(const trace::Site& site) { return site.ptx.starts_with("cp.async.bulk"); }

std::optional<ArrayAccesses> accesses_to(const Extent& array, const BlockAccesses& block) {
  ArrayAccesses found;
  found.begin = array.begin;
  found.end = array.end;
  std::map<std::tuple<std::uint32_t, std::uint32_t, LaneAddresses>, std::size_t> known;
  std::map<std::uint32_t, std::size_t> of_site;
  for (const Access& access : block) {
    if (!touches_shared(*access.site) || access.mask == 0 || !array.holds(first_offset(access)))
      continue;
    if (is_bulk(*access.site)) return std::nullopt;
    if (of_site[access.site_number] == kMostOfASite) continue;
    const trace::EventView view = access.view();
    const auto [place, is_new] = known.try_emplace(
        {access.site_number, access.mask, shared_side(*access.site, view)}, found.all.size());
    if (!is_new) {
      ++found.all[place->second].times;
      continue;
    }
    ++of_site[access.site_number];
    found.widest = std::max(found.widest, std::bit_ceil(lane_width(*access.site)));
    found.all.push_back({access.site, view});
  }
  return found;
}

template <class Layout>
std::optional<std::uint32_t> wavefronts_of(const Layout& layout, std::uint64_t begin,
                                           const trace::Site& site, const trace::EventView& now) {
  trace::EventView view = now;
  const std::uint32_t width = lane_width(site);
  LaneAddresses& offsets = shared_side(site, view);
  for (std::uint32_t left = view.mask; left != 0; left &= left - 1) {
    std::uint64_t& offset = offsets[static_cast<std::size_t>(std::countr_zero(left))];
    const auto moved = layout(offset - begin, width);
    if (!moved.has_value()) return std::nullopt;
    offset = begin + *moved;
  }
  const AccessCost cost = access_cost(site, view);
  return cost.modelled ? cost.wavefronts : 0;
}

template <class Layout>
std::optional<std::uint64_t> all_wavefronts(const Layout& layout, const ArrayAccesses& array) {
  std::uint64_t sum = 0;
  for (const ArrayAccesses::Repeated& access : array.all) {
    const auto own = wavefronts_of(layout, array.begin, *access.site, access.view);
    if (!own.has_value()) return std::nullopt;
    sum += *own * access.times;
  }
  return sum;
}

// Layouts as functions of an offset in the array and the width of the access there; nothing where
// that would be torn.
struct AsItIs {
  std::optional<std::uint64_t> operator()(std::uint64_t offset, std::uint32_t /*width*/) const {
    return offset;
  }
};
struct Padded {
  RowPadding padding;
  std::optional<std::uint64_t> operator()(std::uint64_t offset, std::uint32_t width) const {
    if (offset % padding.pitch + width > padding.pitch) return std::nullopt;
    return offset + offset / padding.pitch * padding.bytes;
  }
};
struct Swizzled {
  ByteSwizzle swizzle;
  ByteSwizzle undone;  // of no bits: nothing
  std::optional<std::uint64_t> operator()(std::uint64_t offset, std::uint32_t width) const {
    const std::uint64_t unit = std::uint64_t{1} << swizzle.base;
    if (offset % unit + width > unit) return std::nullopt;
    return swizzle(undone(offset));
  }
};

// Those whose target lies within a row of banks and that stay in the array, in the order in which
// people would choose.
std::vector<ByteSwizzle> swizzles(const ArrayAccesses& array) {
  std::vector<ByteSwizzle> all;
  const auto base = static_cast<std::uint32_t>(std::countr_zero(array.widest));
  const auto target_bits = static_cast<std::uint32_t>(std::countr_zero(kBankRowBytes)) - base;
  for (std::uint32_t bits = 1; bits <= target_bits; ++bits) {
    const std::uint64_t unit = std::uint64_t{1} << (base + bits);
    if (array.is_bounded() && (array.end - array.begin) % unit != 0) break;
    for (std::uint32_t shift = bits; shift <= kFarthestSource; ++shift) {
      all.push_back({bits, base, shift});
    }
  }
  return all;
}

template <class Layout>
struct Scored {
  Layout layout;
  std::uint64_t wavefronts = 0;
};

template <class Layout>
void keep_better(std::optional<Scored<Layout>>& best, const Layout& layout,
                 const ArrayAccesses& array) {
  const auto sum = all_wavefronts(layout, array);
  if (!sum.has_value() || (best.has_value() && best->wavefronts <= *sum)) return;
  best = {layout, *sum};
}

std::optional<Scored<Padded>> best_padding(const ArrayAccesses& array, std::uint64_t pitch) {
  std::optional<Scored<Padded>> best;
  if (pitch == 0 || pitch % array.widest != 0) return best;
  for (std::uint64_t bytes = array.widest; bytes <= kBankRowBytes; bytes += array.widest) {
    keep_better(best, Padded{{pitch, bytes}}, array);
  }
  return best;
}

std::optional<Scored<Swizzled>> best_swizzle(const ArrayAccesses& array,
                                             const ByteSwizzle& undone) {
  std::optional<Scored<Swizzled>> best;
  for (const ByteSwizzle& swizzle : swizzles(array)) {
    keep_better(best, Swizzled{swizzle, undone}, array);
  }
  return best;
}

bool is_swizzled_after(const ByteSwizzle& undone, const ArrayAccesses& array) {
  return std::ranges::any_of(array.all, [&](const ArrayAccesses::Repeated& access) {
    LaneAddresses offsets = shared_side(*access.site, access.view);
    for (std::uint64_t& offset : offsets) offset = undone(offset - array.begin);
    return is_xor_swizzled(access.view.mask, offsets);
  });
}

// The swizzle that the kernel has: without it no access flips rows and columns alike.
std::optional<ByteSwizzle> present_swizzle(const ArrayAccesses& array) {
  for (const ByteSwizzle& swizzle : swizzles(array)) {
    if (!is_swizzled_after(swizzle, array)) return swizzle;
  }
  return std::nullopt;
}

// A swizzle's rows are as long as the distance from what it changes to what it changes that by.
std::uint64_t pitch_of(const Suspect& suspect, const ByteSwizzle& undone) {
  return undone.bits == 0 ? suspect.evidence.bytes
                          : std::uint64_t{1} << (undone.base + undone.shift);
}

AskedAccess asked_of(const Access& access, const ArrayAccesses& array, const ByteSwizzle& undone) {
  AskedAccess asked;
  const trace::EventView view = access.view();
  asked.mask = access.mask;
  asked.lane_bytes = lane_width(*access.site);
  asked.is_store = access.site->kind == EventKind::store ||
                   access.site->kind == EventKind::store_matrix ||
                   access.site->kind == EventKind::async_copy;
  for (std::uint32_t left = access.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    asked.offsets[lane] = undone(shared_side(*access.site, view)[lane] - array.begin);
    asked.bytes = std::max(asked.bytes, asked.offsets[lane] + asked.lane_bytes);
  }
  if (array.is_bounded()) asked.bytes = array.end - array.begin;
  return asked;
}

const Access* access_of(const BlockAccesses& block, std::size_t row) {
  const auto found = std::ranges::find(block, row, &Access::row);
  return found == block.end() ? nullptr : &*found;
}

}  // namespace

std::optional<BetterLayouts> better_layouts(const BlockAccesses& block, const Suspect& suspect) {
  const Access* const worst = access_of(block, suspect.row);
  if (worst == nullptr || worst->mask == 0) return std::nullopt;
  const auto array = accesses_to(array_around(*worst->trace, first_offset(*worst)), block);
  if (!array.has_value()) return std::nullopt;
  BetterLayouts better;
  better.element_bytes = element_bytes(*worst->site);
  ByteSwizzle undone;
  std::optional<Scored<Padded>> padding;
  if (suspect.kind == CauseKind::bad_swizzle) {
    better.replaced = present_swizzle(*array);
    if (!better.replaced.has_value()) return better;
    undone = *better.replaced;
  } else {
    padding = best_padding(*array, suspect.evidence.bytes);
  }
  const auto swizzle = best_swizzle(*array, undone);
  better.asked = asked_of(*worst, *array, undone);
  better.asked.pitch = pitch_of(suspect, undone);

  constexpr auto kNone = ~std::uint64_t{0};
  const std::uint64_t now = all_wavefronts(AsItIs{}, *array).value_or(kNone);
  const std::uint64_t least = std::min(padding.has_value() ? padding->wavefronts : kNone,
                                       swizzle.has_value() ? swizzle->wavefronts : kNone);
  if (least >= now) return better;
  const auto own = [&](const auto& layout) {
    better.wavefronts =
        wavefronts_of(layout, array->begin, *worst->site, worst->view()).value_or(0);
  };
  if (padding.has_value() && padding->wavefronts == least) {
    better.padding = padding->layout.padding;
    own(padding->layout);
  }
  if (swizzle.has_value() && swizzle->wavefronts == least) {
    better.swizzle = swizzle->layout.swizzle;
    own(swizzle->layout);
  }
  return better;
}

}  // namespace warplens::analysis
